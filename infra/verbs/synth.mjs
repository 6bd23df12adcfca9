// npm run synth: builds every function for Lambda and writes the CloudFormation template to cdk.out/. Needs no account and no network.
import { readdirSync, existsSync, readFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkMachine, install, root, run } from './build.mjs'

checkMachine()
await install()
const binaries = join(root, '.local', 'build', 'lambda')
for (const name of readdirSync(join(root, 'functions'))) {
  const main = join('functions', name, 'lambda')
  if (!existsSync(join(root, main, 'main.go'))) continue
  console.log(`• Building ${name} for linux/arm64`)
  mkdirSync(join(binaries, name), { recursive: true })
  await run('go', ['build', '-tags', 'lambda.norpc', '-trimpath', '-ldflags', '-s -w', '-o', join(binaries, name, 'bootstrap'), `./${main}`], {
    env: { CGO_ENABLED: '0', GOOS: 'linux', GOARCH: 'arm64' },
  })
}
console.log('• Writing cdk.out')
await run('go', ['run', './infra'], {
  env: {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    CDK_OUTDIR: join(root, 'cdk.out'),
    // Without the CDK's own command line, the context of cdk.json reaches the app only this way.
    CDK_CONTEXT_JSON: JSON.stringify(JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context),
    LAMBDA_BINARIES: binaries,
  },
})
