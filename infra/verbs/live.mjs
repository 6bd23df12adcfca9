// npm run live: real orders on this machine. The program is infra/live; this builds it with the site, and passes its arguments on.
import './liveSettings.mjs' // first: build.mjs reads them
import { spawn, spawnSync } from 'node:child_process'
import { inboxOptions, optionsOf, readArguments } from './arguments.mjs'
import { buildProgram, buildSite, buildPath, checkMachine, fail, install, program, root } from './build.mjs'

const commands = ['serve', 'doctor', 'import', 'publish', 'stuck', 'erase', 'inbox', 'coupons', 'loyalty', 'backup', 'restore', 'version', 'help']
const { command, argument, ...options } = readArguments({
  description: 'Takes real orders on this machine, with the settings of docs/one-machine.md. "help" describes the commands.',
  positionals: { COMMAND: commands, '[ARGUMENT...]': 'what the command needs' },
  options: { 'dry-run': 'of import: checks the file and changes nothing', confirm: 'of import: accepts assumed hours and tax rates', ...inboxOptions, 'out=PATH': `${inboxOptions['out=PATH']}, and of coupons`, 'adjust=N': 'of loyalty: the points to add or take', 'reason=TEXT': 'of loyalty: why, for the customer to read' },
  env: {
    DATA_DIR: 'the folder of all data, an absolute path; here it has no default',
    SETTINGS: 'the file with the other settings',
  },
})
if (!process.env.DATA_DIR && !['version', 'help'].includes(command)) {
  fail(
    'DATA_DIR must name the folder of the real orders, in the environment or in the file SETTINGS: ' +
      `DATA_DIR=/var/lib/ordering npm run live -- ${command}\nOnly the program of an unpacked release uses /var/lib/ordering by default.`,
  )
}
checkMachine()
await Promise.all([install().then(buildSite), buildProgram('live')])
const env = { SITE: buildPath('site'), PROJECT: root, ...process.env }
const args = [command, ...argument, ...optionsOf(options)]
if (command !== 'serve') {
  process.exit(spawnSync(program('live'), args, { cwd: process.env.INIT_CWD ?? root, stdio: 'inherit', env }).status ?? 1)
}
const server = spawn(program('live'), args, { cwd: root, stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 0 : code))
