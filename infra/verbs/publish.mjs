// npm run publish: renders the pages of the site as the running server knows them, and puts them where it serves them from. npm start
// does it by itself once; again after an import of restaurants, a menu or content.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildSite, checkMachine, dataDir, fail, install } from './build.mjs'
import { feeds } from './feed.mjs'
import { pagesOf } from './pages.mjs'
import { documents, release, renderAll, renderer, write } from './prerender.mjs'

/** Renders the pages of the API at an origin into a folder, whose pages of before stay until all are there. */
export async function publish(origin, folder) {
  const begun = performance.now()
  const next = `${folder}.next`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  const site = await renderer()
  const { papers } = await import('./paper/papers.mjs') // whose packages a fresh machine has only by now
  const pages = await pagesOf(site, origin)
  await Promise.all([renderAll(pages, origin, next, Math.min(availableParallelism(), 4)), papers(site, origin, next)])
  documents(site, next)
  await feeds(site, origin, next, write)
  rmSync(folder, { recursive: true, force: true })
  renameSync(next, folder)
  return { pages: pages.length, seconds: (performance.now() - begun) / 1000 }
}

/** Whether there are pages of this build. */
export function isPublished(folder) {
  const of = join(folder, 'release')
  return existsSync(of) && readFileSync(of, 'utf8') === release()
}

/** Where the server of a data folder answers. */
function address() {
  const lock = join(dataDir, 'server.lock')
  const found = existsSync(lock) && readFileSync(lock, 'utf8')
  if (!found) fail(`No server runs on ${dataDir}: npm start publishes the site by itself.`)
  return found
}

if (process.argv[1] === import.meta.filename) {
  checkMachine()
  await install()
  await buildSite()
  const origin = address()
  const { pages, seconds } = await publish(origin, join(dataDir, 'pages')).catch((error) => fail(`The pages are as they were: ${error.stack}`))
  console.log(`• Published ${pages} pages in ${seconds.toFixed(1)} s: ${origin}`)
}
