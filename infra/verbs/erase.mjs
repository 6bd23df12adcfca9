// npm run erase -- EMAIL: takes a guest out of everything that is kept, whether or not the server runs. Without EMAIL it asks.
import { spawnSync } from 'node:child_process'
import { buildProgram, checkMachine, dataDir, program, root } from './build.mjs'

checkMachine()
await buildProgram('server')
const ended = spawnSync(program('server'), ['erase', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
process.exit(ended.status ?? 1)
