// npm run live: real orders on this machine. The program is infra/live; this builds it with the site, and passes its arguments on.
import { spawn, spawnSync } from 'node:child_process'
import { readArguments } from './arguments.mjs'
import { buildProgram, buildSite, built, checkMachine, dataDir, fail, install, program, root } from './build.mjs'

const commands = ['serve', 'doctor', 'import', 'publish', 'stuck', 'erase', 'backup', 'restore', 'version', 'help']
const { command, argument } = readArguments({
  does: 'Takes real orders on this machine, with the settings of docs/one-machine.md. "help" describes the commands.',
  words: { COMMAND: commands, '[ARGUMENT...]': 'what the command needs' },
  options: { 'dry-run': 'of import: checks the file and changes nothing', confirm: 'of import: accepts assumed hours and tax rates' },
  env: { DATA_DIR: 'the folder of all data; it must be given', SETTINGS: 'the file with the other settings' },
})
if (!process.env.DATA_DIR && !['version', 'help'].includes(command)) {
  fail('DATA_DIR must name the folder of the real orders, such as DATA_DIR=/var/lib/ordering npm run live -- serve')
}
checkMachine()
await Promise.all([install().then(buildSite), buildProgram('live')])
const options = process.argv.filter((word) => word === '--dry-run' || word === '--confirm')
const env = { SITE: built('site'), ...process.env, DATA_DIR: dataDir }
const words = [command, ...argument, ...options]
if (command !== 'serve') {
  process.exit(spawnSync(program('live'), words, { cwd: process.env.INIT_CWD ?? root, stdio: 'inherit', env }).status ?? 1)
}
const server = spawn(program('live'), words, { cwd: root, stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 0 : code))
