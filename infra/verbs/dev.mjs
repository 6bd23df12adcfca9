// npm run dev: the site with hot reload, and the server compiled anew and restarted when Go or the menu changes.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { buildSite, checkMachine, dataDir, fail, install, node, photographs, program, root } from './build.mjs'

checkMachine()
await install()
await buildSite() // the server wants a built site to start; the browser gets Vite's

/** The port if nobody listens on it (0: any free one), else undefined. */
const free = (port) =>
  new Promise((found) => {
    const probe = createServer().once('error', () => found())
    probe.listen(port, 'localhost', () => {
      const { port: got } = probe.address()
      probe.close(() => found(got))
    })
  })

const port = process.env.PORT || '8080'
if (!(await free(Number(port)))) fail(`port ${port} is taken: stop what uses it, or choose another with PORT=8081 npm run dev`)
const api = await free(0)
const siteUrl = `http://localhost:${port}`

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
    server = spawn(program('server-dev'), ['serve'], { cwd: root, stdio: 'inherit', env: { ...process.env, SITE: join(root, 'spa', 'dist'), DATA_DIR: dataDir, PORT: String(api), SITE_URL: siteUrl } })
  }
  building = false
  if (again) {
    again = false
    await restart()
  }
}
await restart()
// What keeps it from starting at all (its folder is in use, the code does not compile) it has said itself.
for (;;) {
  if (!server || server.exitCode !== null) process.exit(1)
  const up = await fetch(`http://localhost:${api}/api/openapi.json`).then(
    () => true,
    () => false,
  )
  if (up) break
  await new Promise((later) => setTimeout(later, 100))
}
let timer
for (const folder of ['functions', 'shared', 'infra', 'locales'])
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (!file || !/\.(go|json|html|css|js|csv)$/.test(file) || /_test\.go$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(restart, 150)
  })
const site = spawn(node(), [join(root, 'node_modules', '.bin', 'vite'), '--config', 'spa/vite.config.ts', '--port', port, '--strictPort'], { cwd: root, stdio: 'inherit', env: { ...process.env, API_ORIGIN: `http://localhost:${api}`, PICTURES: photographs } })
const stop = () => {
  site.kill()
  server?.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
site.on('exit', (code) => {
  server?.kill('SIGTERM')
  process.exit(code ?? 0)
})
