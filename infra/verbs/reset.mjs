// npm run reset: forgets baskets, orders, imports and mails; the next start seeds again. Refuses while the server runs.
import { spawnSync } from 'node:child_process'
import { buildProgram, checkMachine, dataDir, program, root } from './build.mjs'

checkMachine()
await buildProgram('server')
process.exit(spawnSync(program('server'), ['reset'], { cwd: root, stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir } }).status ?? 1)
