// npm start: from a clean clone to a running site.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDir, prepare, program, root, told } from './build.mjs'

// Browsers keep some ports for other protocols, and Node with them: nobody could open the site, and it could not be published.
const { PORT = '8080' } = process.env
await fetch(`http://localhost:${PORT}`).catch(({ cause }) => {
  if (cause?.message !== 'bad port') return
  console.error(`No browser opens a site on port ${PORT}: start it with another PORT.`)
  process.exit(1)
})

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

/** Waits until the server answers, and says where. */
async function answers() {
  const lock = join(dataDir, 'server.lock')
  for (;;) {
    const origin = existsSync(lock) && readFileSync(lock, 'utf8')
    if (origin && (await fetch(`${origin}/api/openapi.json`).catch(() => null))) return origin
    await new Promise((later) => setTimeout(later, 100))
  }
}

// The first start of a build publishes its pages; until they are there the browser renders them.
const { isPublished, publish } = await import('./publish.mjs')
const pages = join(dataDir, 'pages')
if (!isPublished(pages)) {
  const made = await publish(await answers(), pages).catch((error) => console.error(`The pages are not published, and the browser renders them. ${told(error)}`))
  if (made) console.log(`  Published ${made.pages} pages in ${made.seconds.toFixed(1)} s.`)
}
