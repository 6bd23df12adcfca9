import { readArguments } from './arguments.mjs'
import { operate, stageOption } from './stages.mjs'

const { stage, email } = readArguments({
  description: 'Erases all stored data of a guest, whether or not the server runs.',
  positionals: { '[EMAIL]': 'the address of the guest; it is asked for if absent, because npm keeps a log of arguments' },
  options: stageOption,
  env: { DATA_DIR: 'the folder of the store (.local)' },
})
await operate('erase', stage, ['GUEST_SECRET', 'STRIPE_SECRET_KEY', 'KITCHEN_SECRETS'], email ? [email] : [])
