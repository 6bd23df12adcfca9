import { optionsOf, readArguments } from './arguments.mjs'
import { operate, stageOption } from './stages.mjs'

const { stage, 'email|liability': email, ...options } = readArguments({
  description: 'Shows a customer’s statement of points, after an adjustment if there is one, whether or not the server runs.',
  positionals: { 'EMAIL|liability': 'the address of the customer’s account, or liability: the outstanding points of all as CSV' },
  options: {
    ...stageOption,
    'adjust=N': 'the points to add, or to take if N is below 0',
    'reason=TEXT': 'why, for the customer to read',
    'month=YYYY-MM': 'with liability: prints the changes in this month (UTC) instead of today’s points by their expiry',
    'birthday=MM-DD': 'the birthday to set, which the customer cannot change',
  },
  env: { DATA_DIR: 'the folder of the store (.local)' },
})
await operate('loyalty', stage, ['GUEST_SECRET'], [email, ...optionsOf(options)])
