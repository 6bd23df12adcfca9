// npm run deploy -- STAGE: builds everything and puts it onto AWS: first the stacks, then the site and its pages (rollout.mjs), so that a
// page never asks for a call that is not there yet. Assets of earlier builds stay, for a page that is open still asks for them. STAGE is
// one of cdk.json.
//
//   npm run deploy -- dev --plan    builds, and shows what would be called
//   npm run deploy -- prod --yes    does not ask before rights are widened: for a pipeline
//   npm run deploy -- dev --fewer   even if most of the pages go that are there
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { commandLine } from './before.mjs'
import { checkMachine, fail, install, prepare, root, run, told } from './build.mjs'
import { plan, rollout } from './rollout.mjs'
import { buildFor, stages } from './stages.mjs'

const words = process.argv.slice(2)
const [stage, ...more] = words.filter((word) => !word.startsWith('-'))
const options = words.filter((word) => word.startsWith('-'))
if (!stages[stage] || more.length > 0) fail(`Say which stage of cdk.json: npm run deploy -- ${Object.keys(stages).join('|')}`)
const unknown = options.find((option) => !['--plan', '--yes', '--fewer'].includes(option))
if (unknown) fail(`There is no option ${unknown}; there are --plan, --yes and --fewer.`)
const [planned, yes, fewer] = ['--plan', '--yes', '--fewer'].map((option) => options.includes(option))
// Said before minutes of building.
if (!planned && spawnSync('aws', ['--version']).error) fail(commandLine)
buildFor(stages[stage])
checkMachine()
await install()
await prepare()
await run(process.execPath, [join(root, 'infra', 'verbs', 'synth.mjs')])

const site = join(root, 'spa', 'dist')
if (planned) {
  console.log('\nIt would call:\n')
  for (const line of plan(stage, site, yes)) console.log(line)
  process.exit(0)
}
console.log(`• Deploying ordering-${stage}`)
const at = await rollout(stage, site, { yes, fewer }).catch((error) => fail(`The stacks stand; the site is as it was. ${told(error)}`))
console.log(`\n  ${at}\n`)
