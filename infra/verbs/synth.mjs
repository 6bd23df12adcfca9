import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { checkMachine, fail, install, root, run } from './build.mjs'
import { extraFiles, budgetText, buildFlags, functions, lambdaTarget, source, measure } from './functions.mjs'

readArguments({ description: 'Builds every function for Lambda and writes the CloudFormation templates to cdk.out/. It needs no account and no network.' })
checkMachine()
await install({ tools: true })
const binaries = join(root, '.local', 'build', 'lambda')
const heavy = []
for (const name of functions) {
  const binary = join(binaries, name, 'bootstrap')
  mkdirSync(join(binaries, name), { recursive: true })
  await run('go', ['build', ...buildFlags, '-o', binary, source(name)], { env: lambdaTarget })
  for (const [file, from] of Object.entries(extraFiles[name] ?? {})) copyFileSync(join(root, from), join(binaries, name, file))
  const { text, within } = measure(name, binary)
  console.log(`• Built ${name} for linux/arm64: ${text}`)
  if (!within) heavy.push(name)
}
if (heavy.length > 0) fail(`Binaries over their size budget: ${heavy.join(', ')}; ${budgetText}. Find unneeded packages with go tool nm -size.`)
console.log('• Writing cdk.out')
await run('go', ['run', './infra/cdk'], {
  env: {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    CDK_OUTDIR: join(root, 'cdk.out'),
    // Without the CDK's own command line, the context of cdk.json reaches the app only this way.
    CDK_CONTEXT_JSON: JSON.stringify(JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context),
    LAMBDA_BINARIES: binaries,
  },
})
