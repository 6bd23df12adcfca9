import { readArguments } from './arguments.mjs'
import { fail, runProgram } from './build.mjs'
import { chooseStage, environmentOf, stageOption } from './stages.mjs'

const { stage, name, ended } = readArguments({
  description: 'Lists what waits for a person in the cloud. With NAME it tries that one again; with ENDED it ends a payment that was settled by hand.',
  positionals: { '[NAME]': 'a name of the list', '[ENDED]': ['elsewhere', 'waived'] },
  options: stageOption,
})
chooseStage(stage)
if (!stage && !process.env.TABLE) {
  fail(
    'npm run stuck works in the cloud: name a stage with --stage. ' +
      'Real orders on one machine: npm run live -- stuck. After npm start: /sandbox/outbox.',
  )
}
await runProgram('stuck', [name, ended].filter(Boolean), { env: environmentOf(stage, ['STRIPE_SECRET_KEY']) })
