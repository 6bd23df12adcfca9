// npm run deploy -- STAGE: builds everything and puts it onto AWS: first the stacks, then the files of the site (upload.mjs), so that a
// page never asks for a call that is not there yet. Assets of earlier builds stay, for a page that is open still asks for them. STAGE is
// one of cdk.json.
//
//   npm run deploy -- dev --plan    builds, and shows what would be called
//   npm run deploy -- prod --yes    does not ask before rights are widened: for a pipeline
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkMachine, fail, install, node, prepare, root, run } from './build.mjs'
import { upload, uploads } from './upload.mjs'

const { stages } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')).context
const [stage] = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const asked = (option) => process.argv.includes(option)
if (!stages[stage]) fail(`Say which stage of cdk.json: npm run deploy -- ${Object.keys(stages).join('|')}`)
checkMachine()
await install()
await prepare()
await run(process.execPath, [join(root, 'infra', 'verbs', 'synth.mjs')])

const system = `ordering-${stage}`
const outputs = join(root, '.local', 'build', `${system}.json`)
const site = join(root, 'spa', 'dist')
const cdk = [join(root, 'node_modules', '.bin', 'cdk'), 'deploy', system, '--app', join(root, 'cdk.out'), '--outputs-file', outputs, '--require-approval', asked('--yes') ? 'never' : 'broadening', '--no-notices']

if (asked('--plan')) {
  const shown = (program, args) => console.log([program, ...args.map((a) => (/[\s*;,]/.test(a) ? `'${a}'` : a))].join(' ').replaceAll(`${root}/`, ''))
  console.log('\nIt would call:\n')
  shown('cdk', cdk.slice(1))
  const { files, invalidate, wait, worker } = uploads(site, 'BUCKET', 'DISTRIBUTION')
  for (const args of [...files, invalidate, wait('INVALIDATION'), ...worker]) shown('aws', args)
  process.exit(0)
}
if (spawnSync('aws', ['--version']).error) fail('The files of the site go up with AWS’s own command line, `aws`: install it from aws.amazon.com/cli and sign in.')
mkdirSync(join(root, '.local', 'build'), { recursive: true })
console.log(`• Deploying ${system}`)
await run(node(), cdk, { env: { CDK_DISABLE_CLI_TELEMETRY: 'true' } })
if (!existsSync(outputs)) fail('cdk deploy has told nothing of the stack: nothing of the site was changed.')
const told = JSON.parse(readFileSync(outputs, 'utf8'))[system]
console.log('• Uploading the site')
await upload(site, told.AssetsBucket, told.DistributionID)
console.log(`\n  ${told.SiteURL}\n`)
