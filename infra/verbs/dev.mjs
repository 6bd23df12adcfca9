// npm run dev: the site with hot reload, and the server compiled anew and restarted when Go or the menu changes.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildSite, checkMachine, dataDir, install, node, program, root } from './build.mjs'

checkMachine()
await install()
await buildSite() // the server wants a built site to start; the browser gets Vite's
const port = process.env.PORT ?? '8080'
const api = process.env.API_PORT ?? String(Number(port) + 1)

let server
let building = false
let again = false
async function restart() {
  if (building) {
    again = true
    return
  }
  building = true
  const ok = await new Promise((done) => spawn('go', ['build', '-o', program('server-dev'), './infra/local'], { cwd: root, stdio: 'inherit', env: { ...process.env, CGO_ENABLED: '0' } }).on('exit', (code) => done(code === 0)))
  if (ok) {
    if (server && server.exitCode === null) {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      await ended
    }
    server = spawn(program('server-dev'), ['serve'], { cwd: root, stdio: 'inherit', env: { ...process.env, SITE: join(root, 'spa', 'dist'), DATA_DIR: dataDir, PORT: api } })
  }
  building = false
  if (again) {
    again = false
    await restart()
  }
}
await restart()
let timer
for (const folder of ['functions', 'shared', 'infra', 'locales'])
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (!file || !/\.(go|json|html|css|js|csv)$/.test(file) || /_test\.go$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(restart, 150)
  })
const site = spawn(node(), [join(root, 'node_modules', '.bin', 'vite'), '--config', 'spa/vite.config.ts', '--port', port, '--strictPort'], { cwd: root, stdio: 'inherit', env: { ...process.env, API_ORIGIN: `http://localhost:${api}` } })
const stop = () => {
  site.kill()
  server?.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
site.on('exit', (code) => {
  server?.kill('SIGTERM')
  process.exit(code ?? 0)
})
