import { readArguments } from './arguments.mjs'
import { runProgram } from './build.mjs'

readArguments({
  description: 'Deletes all baskets, orders, imports and mails. The next start seeds again. It refuses while the server runs.',
  env: { DATA_DIR: 'the folder of the store (.local)' },
})
await runProgram('server', ['reset'])
