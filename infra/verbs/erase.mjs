// npm run erase -- EMAIL: takes a guest out of everything that is kept, whether or not the server runs. Without EMAIL it asks. With TABLE
// in the environment it is the table of DynamoDB of that name.
import { spawnSync } from 'node:child_process'
import { buildProgram, checkMachine, dataDir, program, root } from './build.mjs'

checkMachine()
const [name, ...words] = process.env.TABLE ? ['erase'] : ['server', 'erase']
await buildProgram(name)
const ended = spawnSync(program(name), [...words, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
process.exit(ended.status ?? 1)
