import { readArguments } from './arguments.mjs'
import { fail } from './build.mjs'
import { operate, stageOption } from './stages.mjs'

const { stage, name, ended } = readArguments({
  description: 'Lists what waits for a person in the cloud. With NAME it tries that one again; with ENDED it ends a payment that was settled by hand.',
  positionals: { '[NAME]': 'a name of the list', '[ENDED]': ['elsewhere', 'waived'] },
  options: stageOption,
})
if (!stage && !process.env.TABLE) {
  fail(
    'npm run stuck works in the cloud: name a stage with --stage. ' +
      'Real orders on one machine: npm run live -- stuck. After npm start: /sandbox/outbox.',
  )
}
await operate('stuck', stage, ['STRIPE_SECRET_KEY'], [name, ended].filter(Boolean))
