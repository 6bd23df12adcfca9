// npm start: from a clean clone to a running site.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { dataDir, prepare, program, root } from './build.mjs'

await prepare()
const server = spawn(program('server'), ['serve'], {
  cwd: root,
  stdio: 'inherit',
  env: { SITE: join(root, 'spa', 'dist'), ...process.env, DATA_DIR: dataDir },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
// npm does not hand a signal on when it is ended alone: the server must not outlive it and keep the port.
const parent = process.ppid
setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 1000).unref()
server.on('exit', (code, signal) => process.exit(signal ? 0 : code))
