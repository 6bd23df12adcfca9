// npm run dev: serves the site with hot reload, and recompiles and restarts the server when Go code or the menu changes.
import { spawn } from 'node:child_process'
import { mkdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { anyPort, built, checkStart, compile, dataDir, endWithParent, fail, node, photographs, prepare, program, root } from './build.mjs'

readArguments({
  does: 'Serves the site with hot reload, and compiles and restarts the server when Go or the menu changes.',
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
writeFileSync(join(dataDir, 'site'), built())

let server
let building = false
let again = false
/** Restarts the server, and compiles it first if its sources changed. */
async function restart({ compiled } = {}) {
  if (building) {
    again = true
    return
  }
  building = true
  if (!compiled) console.log('• Compiling the server')
  if (compiled || (await compile('server', program('server-dev')))) {
    if (server && server.exitCode === null) {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
    }
    server = start(program(compiled ? 'server' : 'server-dev'), ['serve'], { SITE: built('site'), DATA_DIR: dataDir, PORT: String(api), SITE_URL: `http://localhost:${port}` })
  }
  building = false
  if (again) {
    again = false
    await restart()
  }
}
await restart({ compiled: true })
// The server itself prints why it cannot start, such as a folder in use.
while (!(await fetch(`http://localhost:${api}/api/openapi.json`).catch(() => null))) {
  if (server.exitCode !== null) fail('The server does not start.')
  await new Promise((later) => setTimeout(later, 100))
}
let timer
for (const folder of ['functions', 'shared', 'infra', 'locales'])
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (!file || !/\.(go|json|html|css|js|csv)$/.test(file) || /_test\.go$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(restart, 150)
  })
const site = start(node(), [join(root, 'node_modules', '.bin', 'vite'), '--config', 'spa/vite.config.ts', '--port', String(port), '--strictPort'], { API_ORIGIN: `http://localhost:${api}`, PICTURES: photographs })
site.on('exit', (code) => process.exit(code ?? 0))
