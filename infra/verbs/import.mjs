// npm run import -- locations|menu|availability|holidays FILE [--dry-run], or content FOLDER
import { spawnSync } from 'node:child_process'
import { buildProgram, checkMachine, dataDir, program } from './build.mjs'

checkMachine()
await buildProgram('import')
// INIT_CWD is where the caller stands: a relative FILE is meant from there.
const ended = spawnSync(program('import'), process.argv.slice(2), {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
process.exit(ended.status ?? 1)
