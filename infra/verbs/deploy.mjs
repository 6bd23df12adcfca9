// npm run deploy -- STAGE: deploys the stacks first, then the site and its pages (rollout.mjs), so that no page calls an operation that
// does not exist yet. Assets of earlier builds stay: open pages still load them.
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { buildPath, fail, prepare, root, run, errorText } from './build.mjs'
import { checkDNS } from './dns.mjs'
import { plan, rollout } from './rollout.mjs'
import { checkAccount, checkSettings, chooseStage, stages } from './stages.mjs'

const {
  stage,
  plan: planned,
  built,
  ...options
} = readArguments({
  description: 'Builds everything and deploys a stage of cdk.json to AWS.',
  positionals: { STAGE: Object.keys(stages) },
  options: {
    plan: 'builds, and prints the commands without running them',
    yes: 'does not ask for approval when permissions are broadened: for a pipeline',
    fewer: 'deploys even if that deletes most of the published pages',
    'take-over': 'takes the lock of the stage from another process, which was killed',
    built: 'builds nothing: npm run rollback uses it',
  },
})
chooseStage(stage)
try {
  checkSettings(stage)
  if (!planned) checkAccount(stage)
  if (!planned && !built) await checkDNS(stage)
} catch (error) {
  fail(errorText(error))
}
if (!built) {
  await prepare({ tools: true })
  await run(process.execPath, [join(root, 'infra', 'verbs', 'synth.mjs')])
}

const site = buildPath('site')
if (planned) {
  console.log('\nIt would run:\n')
  for (const line of plan(stage, site, options.yes)) console.log(line)
} else {
  console.log(`• Deploying ordering-${stage}`)
  const { at, faults } = await rollout(stage, site, { built, ...options }).catch((error) => fail(errorText(error)))
  const list = faults.map((fault) => `  ${fault}`).join('\n')
  if (faults.length > 0) fail(`The stage is deployed, but the checks of ${at} failed:\n${list}\nRepair this, or run npm run rollback -- --stage ${stage}.`)
  console.log(`\n  ${at}\n`)
}
