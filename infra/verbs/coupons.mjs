import { optionsOf, readArguments } from './arguments.mjs'
import { operate, stageOption } from './stages.mjs'

const { stage, promotion, n, ...options } = readArguments({
  description: 'Makes codes of a serialized promotion and writes them as CSV, whether or not the server runs.',
  positionals: { PROMOTION: 'the id of a serialized promotion', N: 'how many codes; another run makes further ones' },
  options: { ...stageOption, 'out=FILE': 'the new file to write; without it the codes are printed' },
  env: { DATA_DIR: 'the folder of the store (.local)' },
})
await operate('coupons', stage, ['GUEST_SECRET'], [promotion, n, ...optionsOf(options)])
