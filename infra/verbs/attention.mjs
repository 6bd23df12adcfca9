// npm run attention -- NAME: lists what waits for a person in the cloud, and tries the one with this name again. TABLE names the table.
import { spawnSync } from 'node:child_process'
import { buildProgram, checkMachine, program } from './build.mjs'

checkMachine()
await buildProgram('attention')
const ended = spawnSync(program('attention'), process.argv.slice(2), { stdio: 'inherit' })
process.exit(ended.status ?? 1)
