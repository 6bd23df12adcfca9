// npm run publish: renders the site's pages from the running server's data and puts them where it serves them. npm start does it once;
// repeat it after an import of locations, a menu or content.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { datesIn, deployed, inBucket, inFolder, list } from './previousPublish.mjs'
import { Advice, buildSite, checkMachine, dataDir, fail, install, isRunning, lastLine, root, runningServer, told } from './build.mjs'
import { feeds } from './feed.mjs'
import { lock } from './lock.mjs'
import { menusOf, pagesOf } from './pages.mjs'
import { patiently } from './rateLimit.mjs'
import { documents, release, renderAll, renderer, write, writeMade } from './prerender.mjs'
import { sitemaps } from './sitemap.mjs'
import { advised, choose, stackOf, stages } from './stages.mjs'
import { upload } from './upload.mjs'

/**
 * Renders the pages of an API into a folder: all of them, or those `chosen`. The folder's previous pages stay until all are rendered.
 * `before` reads the previous publish (previousPublish.mjs); deleting most of its pages needs `fewer`. A page with unchanged answers is kept
 * (prerender.mjs). Returns the number of pages and of rendered ones, the seconds, and the new and the obsolete files. `replaced` is called
 * after the folder is replaced.
 *
 * @param {string} origin
 * @param {string} folder
 * @param {{ chosen?: readonly string[], workers?: number, before?: (name: string) => string | undefined, fewer?: boolean, replaced?: () => void }} [how]
 */
export async function publish(origin, folder, { chosen, workers = Math.min(availableParallelism(), 4), before = inFolder(folder), fewer = false, replaced = () => {} } = {}) {
  const begun = performance.now()
  const dates = datesIn(before) // fail before the rendering if they cannot be read
  const next = beside(folder)
  const made = `${folder}.made.json.gz`
  const impatient = globalThis.fetch
  globalThis.fetch = patiently(impatient) // for all requests below, including the renderer's
  try {
    const site = await renderer()
    const { papers } = await import('./paper/papers.mjs') // a fresh machine has its packages only now
    const pages = chosen ?? (await pagesOf(site, origin))
    const rendering = renderAll(pages, origin, next, Math.min(workers, pages.length), !chosen && existsSync(made) ? { before: folder, made } : {})
    const [all] = await Promise.all([rendering, chosen ? undefined : papers(site, origin, next)])
    await documents(site, origin, next, await menusOf(site, origin))
    if (!chosen) await feeds(site, origin, next, write)
    const listed = Object.values(all).flatMap((page) => page.listed ?? [])
    const files = sitemaps(site, listed, { before: dates, today: await todayAt(origin) })
    for (const [name, text] of Object.entries(files)) write(next, name, text)
    const changes = list(before, next, chosen || fewer)
    rmSync(made, { force: true }) // never keep it with other pages
    replace(folder, next)
    replaced()
    if (!chosen) writeMade(made, all)
    const rendered = Object.values(all).filter(({ kept }) => !kept).length
    return { pages: pages.length, rendered, seconds: (performance.now() - begun) / 1000, ...changes }
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    throw error
  } finally {
    globalThis.fetch = impatient
  }
}

/** Returns the name of the folder that a link leads to, if it is a link. */
const linkOf = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path)

/**
 * Creates an empty folder beside the pages for the next ones, and removes those of ended processes. `folder` is a symbolic link to the
 * pages. The new folder's name has this process's id, because another process may publish too.
 */
export function beside(folder) {
  const start = `${basename(folder)}.next-`
  const home = dirname(folder)
  mkdirSync(home, { recursive: true })
  const used = linkOf(folder)
  const left = readdirSync(home).filter((name) => name.startsWith(start) && name !== used && !isRunning(Number.parseInt(name.slice(start.length), 10)))
  for (const name of left) rmSync(join(home, name), { recursive: true, force: true })
  return mkdtempSync(join(home, `${start}${process.pid}-`))
}

/** Replaces the pages by the next ones. The rename of the link is atomic: even if this is killed, the pages are the old or the new ones. */
export function replace(folder, next) {
  const old = linkOf(folder)
  symlinkSync(basename(next), `${next}.link`)
  if (!old) rmSync(folder, { recursive: true, force: true }) // an earlier release had the pages themselves here
  renameSync(`${next}.link`, folder)
  if (old) rmSync(join(dirname(folder), old), { recursive: true, force: true })
}

/** Returns the server's date, from the answer to a call that is never cached. */
async function todayAt(origin) {
  const { headers } = await fetch(`${origin}/api/getGeoFromIp`)
  return new Date(headers.get('date') ?? Date.now()).toISOString().slice(0, 10)
}

/** Reports whether pages of this build exist. */
export function isPublished(folder) {
  const of = join(folder, 'release')
  return existsSync(of) && readFileSync(of, 'utf8') === release()
}

const unchanged = 'The pages are unchanged.'

/** Returns the folder in which a stage's pages are rendered before the upload. */
export const cloudPages = (stage) => join(root, '.local', 'build', `pages-${stage}`)

/** Renders the pages of a stage and uploads them. On failure the last line says what was changed. */
export async function publishInTheCloud(stage, { SiteURL, AssetsBucket, DistributionID, DistributionDomain }, { fewer, 'take-over': takeOver, pages = cloudPages(stage), render = publish }) {
  const last = lastLine(unchanged)
  const held = lock(AssetsBucket, { takeOver })
  const before = inBucket(AssetsBucket)
  if (before(deployed) !== release()) throw new Advice(`The deployed site of ${stage} is not the build of this folder. Its pages would request missing files. Deploy first: npm run deploy -- ${stage}`)
  const made = await render(`https://${DistributionDomain}`, pages, { before, fewer })
  held.check()
  last.say('The pages are uploaded in part. Publish again.')
  await upload({ pages, gone: made.gone, bucket: AssetsBucket, distribution: DistributionID })
  held.release()
  last.drop()
  return { ...made, at: SiteURL }
}

/** Renders and publishes the pages of the local server. */
async function publishHere(fewer) {
  const at = await runningServer()
  if (!at) fail(`No server runs on ${dataDir}: start it first.`)
  // Use the assets of the served build, not those of newer sources.
  process.env.BUILD_DIR = readFileSync(join(dataDir, 'site'), 'utf8')
  const last = lastLine(unchanged)
  const made = await publish(at, join(dataDir, 'pages'), { fewer, replaced: () => last.say('The pages are published.') })
  last.drop()
  return { ...made, at }
}

/** How many addresses are printed one by one. */
const few = 12

/** Prints the pages' addresses among files in one line. */
function name(what, files) {
  const pages = files.flatMap((name) => /^(|.*\/)index\.html$/.exec(name)?.[1] ?? []).map((path) => `/${path.slice(0, -1)}`)
  if (pages.length > 0) console.log(`  ${what}: ${pages.slice(0, few).join(', ')}${pages.length > few ? `, and ${pages.length - few} more` : ''}`)
}

if (process.argv[1] === import.meta.filename) {
  const { stage, ...how } = readArguments({
    does:
      'Renders and publishes the pages of the running server of DATA_DIR. ' +
      'With STAGE, it publishes the pages of a stage to AWS, for the build that is deployed there.',
    words: { '[STAGE]': Object.keys(stages) },
    options: { fewer: 'publishes even if that deletes most of the published pages', 'take-over': 'takes the lock of the stage from another process, which was killed' },
    env: { DATA_DIR: 'the folder of the store (.local)' },
  })
  choose(stage)
  const outputs = stage && advised(() => stackOf(stage))
  if (existsSync(join(root, 'go.work'))) { // else this is an unpacked release, which has all that it needs
    checkMachine()
    await install()
  }
  if (stage) await buildSite()
  const { pages, rendered, seconds, come, gone, at } = await (stage ? publishInTheCloud(stage, outputs, how) : publishHere(how.fewer)).catch((error) => fail(told(error)))
  console.log(`• Published ${pages} pages, of which ${rendered} were rendered, in ${seconds.toFixed(1)} s: ${at}`)
  name('New', come)
  name('Gone', gone)
}
