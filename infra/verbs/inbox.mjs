import { inboxOptions, optionsOf, readArguments } from './arguments.mjs'
import { operate, stageOption } from './stages.mjs'

const { stage, command, reference, name, ...options } = readArguments({
  description: 'Lists, shows, exports and closes what guests sent with forms, and fulfils privacy requests, whether or not the server runs.',
  positionals: {
    '[COMMAND]': ['list', 'show', 'file', 'export', 'close', 'fulfil'],
    '[REFERENCE]': 'the reference of a case, for show, file, close and fulfil',
    '[NAME]': 'the name of a file, which show lists',
  },
  options: { ...stageOption, ...inboxOptions },
  env: { DATA_DIR: 'the folder of the store (.local)' },
})
const args = [...[command, reference, name].filter(Boolean), ...optionsOf(options)]
await operate('inbox', stage, ['GUEST_SECRET', 'STRIPE_SECRET_KEY', 'KITCHEN_SECRETS'], args)
