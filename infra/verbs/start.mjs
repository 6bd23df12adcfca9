// npm start: from a clean clone to a running site.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { buildPath, checkStart, dataDir, endWithParent, makePictures, prepare, program, root, runningServer, errorText } from './build.mjs'

readArguments({
  description: 'Installs, builds, seeds an empty store and serves the site.',
  env: { PORT: 'where the site is served (8080)', DATA_DIR: 'the folder of the store (.local)', BRAND: 'the id of the brand (3)', '...': 'README.md has the others' },
})

await checkStart()
await prepare({ picturesLater: true })
mkdirSync(dataDir, { recursive: true })
writeFileSync(join(dataDir, 'site'), buildPath()) // npm run publish renders the pages of the served build
const server = spawn(program('server'), ['serve'], {
  cwd: root,
  stdio: 'inherit',
  env: { SITE: buildPath('site'), ...process.env, DATA_DIR: dataDir },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
process.on('exit', () => server.kill('SIGTERM'))
endWithParent()
server.on('exit', (code, signal) => process.exit(signal ? 0 : code))

/** Waits until the server answers, and returns its address. */
async function waitForServer() {
  for (;;) {
    const origin = await runningServer()
    if (origin) return origin
    await new Promise((later) => setTimeout(later, 100))
  }
}

// The first start of a build publishes its pages. Until then the browser renders them.
const { isPublished, publish } = await import('./publish.mjs')
const pages = join(dataDir, 'pages')
if (!isPublished(pages)) {
  const report = (error) => console.error(`The pages are not published, and the browser renders them. ${errorText(error)}`)
  const result = await publish(await waitForServer(), pages).catch(report)
  if (result) console.log(`  Published ${result.pages} pages in ${result.seconds.toFixed(1)} s.`)
}
await makePictures()
