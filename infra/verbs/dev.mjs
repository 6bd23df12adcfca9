// npm run dev: serves the site with hot reload, and recompiles and restarts the server when Go code or the menu changes.
import { spawn } from 'node:child_process'
import { mkdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { anyPort, buildPath, checkStart, compile, dataDir, endWithParent, fail, node, photosDir, prepare, program, root } from './build.mjs'

readArguments({
  description: 'Serves the site with hot reload, and compiles and restarts the server when Go or the menu changes.',
  env: { PORT: 'where the site is served (8080)', DATA_DIR: 'the folder of the store (.local)', BRAND: 'the id of the brand (3)' },
})
const port = (await checkStart()) || (await anyPort())
const api = await anyPort()

const children = new Set()
/** Starts a child process that ends when this process ends. */
function start(command, args, env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0))
endWithParent()

await prepare() // the server needs a built site to start; the browser gets Vite's
mkdirSync(dataDir, { recursive: true })
writeFileSync(join(dataDir, 'site'), buildPath())

let server
/** Compiles the server and restarts it, or keeps the running one if it does not compile. */
async function restart() {
  if (!(await compile('server'))) return
  if (server?.exitCode === null) {
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await ended
  }
  const env = { SITE: buildPath('site'), DATA_DIR: dataDir, PORT: String(api), SITE_URL: `http://localhost:${port}` }
  server = start(program('server'), ['serve'], env)
}
await restart()
// The server itself prints why it cannot start, such as a folder in use.
while (!(await fetch(`http://localhost:${api}/api/openapi.json`).catch(() => null))) {
  if (server.exitCode !== null) fail('The server does not start.')
  await new Promise((later) => setTimeout(later, 100))
}
let restarting = Promise.resolve()
let timer
for (const folder of ['functions', 'shared', 'infra', 'locales'])
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (!file || !/\.(go|json|html|css|js|csv)$/.test(file) || /_test\.go$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(restart)
    }, 150)
  })
const vite = [join(root, 'node_modules', '.bin', 'vite'), '--config', 'spa/vite.config.ts', '--port', String(port), '--strictPort']
const site = start(node(), vite, { API_ORIGIN: `http://localhost:${api}`, PICTURES: photosDir })
site.on('exit', (code) => process.exit(code ?? 0))
