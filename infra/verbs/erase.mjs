import { readArguments } from './arguments.mjs'
import { runProgram } from './build.mjs'
import { choose, environmentOf, stageOption } from './stages.mjs'

const { stage, email } = readArguments({
  does: 'Erases all stored data of a guest, whether or not the server runs.',
  words: { '[EMAIL]': 'the address of the guest; it is asked for if absent, because npm keeps a log of arguments' },
  options: stageOption,
  env: { DATA_DIR: 'the folder of the store (.local)' },
})
choose(stage)
const env = environmentOf(stage, ['GUEST_SECRET', 'STRIPE_SECRET_KEY', 'KITCHEN_SECRETS'])
const words = email ? [email] : []
if (env.TABLE ?? process.env.TABLE) await runProgram('erase', words, { env })
else await runProgram('server', ['erase', ...words])
