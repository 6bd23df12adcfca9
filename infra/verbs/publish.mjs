// npm run publish: renders the pages of the site as the running server knows them, and puts them where it serves them from. npm start
// does it by itself once; again after an import of restaurants, of a menu or of content.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { datesIn, deployed, inBucket, inFolder, list } from './before.mjs'
import { Advice, buildSite, checkMachine, dataDir, fail, install, isRunning, lastLine, root, told } from './build.mjs'
import { feeds } from './feed.mjs'
import { lock } from './lock.mjs'
import { menusOf, pagesOf } from './pages.mjs'
import { patiently } from './patience.mjs'
import { documents, release, renderAll, renderer, write, writeMade } from './prerender.mjs'
import { sitemaps } from './sitemap.mjs'
import { advised, choose, stackOf, stages } from './stages.mjs'
import { upload } from './upload.mjs'

/**
 * Renders the pages of the API at an origin into a folder, whose pages of before stay until all are there: all of them, or those `chosen`.
 * `before` reads what was published before (before.mjs), of which most may only go where `fewer` are meant. A page that is made of the same answers as
 * before is kept (prerender.mjs). It gives how many pages there are and how many of them were rendered, the seconds that it took, which files have come and which of before are gone.
 * `replaced` is called once the folder has them.
 *
 * @param {string} origin
 * @param {string} folder
 * @param {{ chosen?: readonly string[], workers?: number, before?: (name: string) => string | undefined, fewer?: boolean, replaced?: () => void }} [how]
 */
export async function publish(origin, folder, { chosen, workers = Math.min(availableParallelism(), 4), before = inFolder(folder), fewer = false, replaced = () => {} } = {}) {
  const begun = performance.now()
  const dates = datesIn(before) // said before a minute of rendering if they cannot be read
  const next = beside(folder)
  const made = `${folder}.made.json`
  const impatient = globalThis.fetch
  globalThis.fetch = patiently(impatient) // for all that asks below, the site's own code too
  try {
    const site = await renderer()
    const { papers } = await import('./paper/papers.mjs') // whose packages a fresh machine has only by now
    const pages = chosen ?? (await pagesOf(site, origin))
    const rendering = renderAll(pages, origin, next, Math.min(workers, pages.length), !chosen && existsSync(made) ? { before: folder, made } : {})
    const [all] = await Promise.all([rendering, chosen ? undefined : papers(site, origin, next)])
    await documents(site, origin, next, await menusOf(site, origin))
    if (!chosen) await feeds(site, origin, next, write)
    for (const [name, text] of Object.entries(sitemaps(site, Object.values(all).flatMap(({ listed }) => listed ?? []), { before: dates, today: await todayAt(origin) }))) write(next, name, text)
    const changes = list(before, next, chosen || fewer)
    rmSync(made, { force: true }) // so that it is never that of other pages
    replace(folder, next)
    replaced()
    if (!chosen) writeMade(made, all)
    const rendered = Object.values(all).filter(({ kept }) => !kept).length
    return { pages: pages.length, rendered, seconds: (performance.now() - begun) / 1000, ...changes }
  } finally {
    globalThis.fetch = impatient
    rmSync(next, { recursive: true, force: true }) // what did not come to be the pages
  }
}

/**
 * An empty folder beside that of the pages, for the next ones. It is this process's own, for another may be publishing too; what
 * processes left behind that have ended goes, unless it is the pages themselves, of one that ended while it replaced them.
 */
export function beside(folder) {
  const start = `${basename(folder)}.next-`
  const home = dirname(folder)
  mkdirSync(home, { recursive: true })
  const left = readdirSync(home).filter((name) => name.startsWith(start) && !isOther(Number.parseInt(name.slice(start.length), 10)))
  const old = left.find((name) => name.endsWith('-old'))
  if (old && !existsSync(folder)) renameSync(join(home, old), folder)
  for (const name of left) rmSync(join(home, name), { recursive: true, force: true })
  const next = `${folder}.next-${process.pid}`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next)
  return next
}

const isOther = (pid) => pid !== process.pid && isRunning(pid)

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

/** What day it is there, by the answer to a call, which nobody keeps. */
async function todayAt(origin) {
  const { headers } = await fetch(`${origin}/api/getGeoFromIp`)
  return new Date(headers.get('date') ?? Date.now()).toISOString().slice(0, 10)
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

const asTheyWere = 'The pages are as they were.'

/** Where the pages of a stage are rendered before they go up. */
export const cloudPages = (stage) => join(root, '.local', 'build', `pages-${stage}`)

/** Renders the pages of a stage and puts them onto AWS. Where it ends the process or fails, the last line says what was changed. */
export async function publishInTheCloud(stage, { SiteURL, AssetsBucket, DistributionID, DistributionDomain }, { fewer, 'take-over': takeOver, pages = cloudPages(stage), render = publish }) {
  const last = lastLine(asTheyWere)
  const held = lock(AssetsBucket, { takeOver })
  const before = inBucket(AssetsBucket)
  if (before(deployed) !== release()) throw new Advice(`The site of ${stage} is another build than that of this folder, whose pages ask for files that are not there: npm run deploy -- ${stage}`)
  const made = await render(`https://${DistributionDomain}`, pages, { before, fewer })
  held.check()
  last.say('The pages are uploaded in part. Publish again.')
  await upload({ pages, gone: made.gone, bucket: AssetsBucket, distribution: DistributionID })
  held.release()
  last.drop()
  return { ...made, at: SiteURL }
}

/** The same of the server that runs here. */
async function publishHere(fewer) {
  const at = address()
  // The pages ask for the assets of the build that is served, not for those of newer sources.
  process.env.BUILD_DIR = readFileSync(join(dataDir, 'site'), 'utf8')
  const last = lastLine(asTheyWere)
  const made = await publish(at, join(dataDir, 'pages'), { fewer, replaced: () => last.say('The pages are published.') })
  last.drop()
  return { ...made, at }
}

/** So many addresses are told one by one. */
const few = 12

/** The addresses of the pages among files, in a line. */
function name(what, files) {
  const pages = files.flatMap((name) => /^(|.*\/)index\.html$/.exec(name)?.[1] ?? []).map((path) => `/${path.slice(0, -1)}`)
  if (pages.length > 0) console.log(`  ${what}: ${pages.slice(0, few).join(', ')}${pages.length > few ? `, and ${pages.length - few} more` : ''}`)
}

if (process.argv[1] === import.meta.filename) {
  const { stage, ...how } = readArguments({
    does: 'Renders the pages that the running server of DATA_DIR knows; with STAGE those of a stage, onto AWS, with the build that is deployed there.',
    words: { '[STAGE]': Object.keys(stages) },
    options: { fewer: 'even if most of the published pages go', 'take-over': 'even if another process holds the lock of the stage: it was killed' },
    env: { DATA_DIR: 'the folder of the store (.local)' },
  })
  choose(stage)
  const outputs = stage && advised(() => stackOf(stage))
  checkMachine()
  await install()
  if (stage) await buildSite()
  const { pages, rendered, seconds, come, gone, at } = await (stage ? publishInTheCloud(stage, outputs, how) : publishHere(how.fewer)).catch((error) => fail(told(error)))
  console.log(`• Published ${pages} pages, of which ${rendered} were rendered, in ${seconds.toFixed(1)} s: ${at}`)
  name('New', come)
  name('Gone', gone)
}
