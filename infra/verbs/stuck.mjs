import { readArguments } from './arguments.mjs'
import { runProgram } from './build.mjs'
import { choose, environmentOf, stageOption } from './stages.mjs'

const { stage, name, ended } = readArguments({
  does: 'Lists what waits for a person in the cloud. With NAME it tries that one again; with ENDED it ends a payment that was settled by hand.',
  words: { '[NAME]': 'a name of the list', '[ENDED]': ['elsewhere', 'waived'] },
  options: stageOption,
})
choose(stage)
await runProgram('stuck', [name, ended].filter(Boolean), { env: environmentOf(stage, ['STRIPE_SECRET_KEY']) })
