// npm run attention -- NAME: lists what waits for a person in the cloud, tries the one with this name again, or with a word behind
// it ends a payment that was settled by hand. TABLE names the table.
import { spawnSync } from 'node:child_process'
import { buildProgram, checkMachine, program } from './build.mjs'

checkMachine()
await buildProgram('attention')
const ended = spawnSync(program('attention'), process.argv.slice(2), { stdio: 'inherit' })
process.exit(ended.status ?? 1)
