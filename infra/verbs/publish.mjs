// npm run publish: renders the pages of the site as the running server knows them, and puts them where it serves them from. npm start
// does it by itself once; again after an import of restaurants, of a menu or of content.
//
//   npm run publish -- STAGE    the same of a stage that was deployed from here, onto AWS
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { buildSite, checkMachine, dataDir, fail, install, root } from './build.mjs'
import { feeds } from './feed.mjs'
import { pagesOf } from './pages.mjs'
import { patiently } from './patience.mjs'
import { documents, release, renderAll, renderer, write } from './prerender.mjs'
import { lastmod, sitemaps } from './sitemap.mjs'
import { buildFor, stages } from './stages.mjs'
import { published, upload } from './upload.mjs'

/**
 * Renders the pages of the API at an origin, or those chosen, into a folder, whose pages of before stay until all are there. It gives how
 * many pages there are, the seconds that it took, and which files of what the origin had published before are gone.
 */
export async function publish(...what) {
  const impatient = globalThis.fetch
  globalThis.fetch = patiently(impatient) // for all that asks below, the site's own code too
  return publishing(...what).finally(() => {
    globalThis.fetch = impatient
  })
}

async function publishing(origin, folder, chosen, workers = Math.min(availableParallelism(), 4)) {
  const begun = performance.now()
  const next = beside(folder)
  const site = await renderer()
  const { papers } = await import('./paper/papers.mjs') // whose packages a fresh machine has only by now
  const pages = chosen ?? (await pagesOf(site, origin))
  const rendering = renderAll(pages, origin, next, Math.min(workers, pages.length))
  const [listed] = await Promise.all([rendering, chosen ? undefined : papers(site, origin, next)])
  await documents(site, origin, next)
  if (!chosen) await feeds(site, origin, next, write)
  const before = await datesOf(origin)
  for (const [name, text] of Object.entries(sitemaps(site, listed, before))) write(next, name, text)
  const { files, gone } = await compared(origin, next)
  write(next, published, JSON.stringify(files))
  replace(folder, next)
  return { pages: pages.length, seconds: (performance.now() - begun) / 1000, gone }
}

/**
 * An empty folder beside that of the pages, for the next ones. It is this process's own, for another may be publishing too; what
 * processes left behind that have ended goes.
 */
function beside(folder) {
  const start = `${basename(folder)}.next-`
  mkdirSync(dirname(folder), { recursive: true })
  for (const name of readdirSync(dirname(folder)))
    if (name.startsWith(start) && !isRunning(Number.parseInt(name.slice(start.length), 10))) rmSync(join(dirname(folder), name), { recursive: true, force: true })
  const next = `${folder}.next-${process.pid}`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next)
  return next
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return error.code === 'EPERM' // it is somebody else's
  }
}

/** Puts a folder in the place of another. Whenever it is ended, or another does the same, there is the one, the other or none: never a part. */
export function replace(folder, next) {
  const old = `${next}-old`
  for (;;) {
    try {
      if (existsSync(folder)) renameSync(folder, old)
      renameSync(next, folder)
      break
    } catch (error) {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code) || !existsSync(next)) throw error
      rmSync(old, { recursive: true, force: true }) // another process was there between the two
    }
  }
  rmSync(old, { recursive: true, force: true })
}

/**
 * The files of a folder of pages by their paths, which are their addresses too, and which of those that the origin had published before are
 * gone from it. What is packed with gzip stays on this machine.
 */
export async function compared(origin, folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'release' && !entry.name.endsWith('.gz'))
  const files = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')).sort()
  const answer = await fetch(`${origin}/${published}`)
  if (!answer.ok && answer.status !== 404) throw new Error(`What was published before is not known: ${published} is answered with ${answer.status}`)
  const before = answer.ok ? await answer.json().catch(() => null) : []
  if (!Array.isArray(before) || before.some((name) => typeof name !== 'string')) throw new Error(`What was published before is not known: ${published} is no list of files. Delete it, and nothing is taken away this time`)
  return { files, gone: before.filter((name) => !files.includes(name)) }
}

/** What day it is there, and which dates the pages that are there bear. */
async function datesOf(origin) {
  const answer = await fetch(`${origin}/${lastmod}`)
  const today = new Date(answer.headers.get('date') ?? Date.now()).toISOString().slice(0, 10)
  return { before: answer.ok ? await answer.json() : {}, today }
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

/** Where cdk deploy has told of a stage's stack. */
export const outputsOf = (stage) => join(root, '.local', 'build', `ordering-${stage}.json`)

/** Where the pages of a stage are rendered before they go up. */
export const cloudPages = (stage) => join(root, '.local', 'build', `pages-${stage}`)

/** Renders the pages of a stage and puts them onto AWS. */
async function publishInTheCloud(stage) {
  const outputs = outputsOf(stage)
  if (!existsSync(outputs)) fail(`${stage} was not deployed from here, so it is not known where it is: npm run deploy -- ${stage}`)
  const { SiteURL, AssetsBucket, DistributionID } = JSON.parse(readFileSync(outputs, 'utf8'))[`ordering-${stage}`]
  const told = await publish(SiteURL, cloudPages(stage))
  await upload({ pages: cloudPages(stage), gone: told.gone, bucket: AssetsBucket, distribution: DistributionID })
  return { ...told, at: SiteURL }
}

if (process.argv[1] === import.meta.filename) {
  const [stage] = process.argv.slice(2)
  if (stage && !stages[stage]) fail(`cdk.json has no stage ${stage}: there are ${Object.keys(stages).join(', ')}.`)
  if (stage) buildFor(stages[stage])
  checkMachine()
  await install()
  await buildSite()
  const here = async () => {
    const at = address()
    return { ...(await publish(at, join(dataDir, 'pages'))), at }
  }
  const { pages, seconds, at } = await (stage ? publishInTheCloud(stage) : here()).catch((error) => fail(`The pages are as they were: ${error.stack}`))
  console.log(`• Published ${pages} pages in ${seconds.toFixed(1)} s: ${at}`)
}
