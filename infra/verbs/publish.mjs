// npm run publish: renders the site's pages from the running server's data and puts them where it serves them. npm start does it once;
// repeat it after an import of locations, a menu or content.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { bucketReader, folderReader, readDates, releaseFile, writeList } from './previousPublish.mjs'
import {
  buildSite, checkMachine, dataDir, errorText, fail, failureNote, install, isRunning, root, runningServer, UserError,
} from './build.mjs'
import { writeFeeds } from './feed.mjs'
import { lock } from './lock.mjs'
import { listMenus, listPages } from './pages.mjs'
import { retryRateLimited } from './rateLimit.mjs'
import { releaseHash, renderAll, renderer, writePage, writeResponses, writeShells } from './prerender.mjs'
import { sitemaps } from './sitemap.mjs'
import { orFail, chooseStage, stackOf, stages } from './stages.mjs'
import { upload } from './upload.mjs'

/**
 * Renders the pages of an API into a folder: all of them, or those `chosen`. The folder's previous pages stay until all are rendered.
 * `before` reads the previous publish (previousPublish.mjs); deleting most of its pages needs `fewer`. A page with unchanged answers is kept
 * (prerender.mjs). Returns the number of pages and of rendered ones, the seconds, and the new and the obsolete files. It calls `onReplaced`
 * after it replaced the folder.
 *
 * @param {string} origin
 * @param {string} folder
 * @param {{ chosen?: readonly string[], workers?: number, before?: (name: string) => string | undefined, fewer?: boolean, onReplaced?: () => void }} [options]
 */
export async function publish(origin, folder, { chosen, workers = Math.min(availableParallelism(), 4), before = folderReader(folder), fewer = false, onReplaced = () => {} } = {}) {
  const start = performance.now()
  const dates = readDates(before) // fail before the rendering if they cannot be read
  const next = createNextFolder(folder)
  const responses = `${folder}.made.json.gz`
  const originalFetch = globalThis.fetch
  globalThis.fetch = retryRateLimited(originalFetch) // for all requests below, including the renderer's
  try {
    const site = await renderer()
    const { publishPDFs } = await import('./pdf/publishPDFs.mjs') // a fresh machine has its packages only now
    const pages = chosen ?? (await listPages(site, origin))
    const rendering = renderAll(pages, origin, next, Math.min(workers, pages.length), !chosen && existsSync(responses) ? { before: folder, made: responses } : {})
    const [all] = await Promise.all([rendering, chosen ? undefined : publishPDFs(site, origin, next)])
    await writeShells(site, origin, next, await listMenus(site, origin))
    if (!chosen) await writeFeeds(site, origin, next, writePage)
    const entries = Object.values(all).flatMap((page) => page.listed ?? [])
    const files = sitemaps(site, entries, { before: dates, today: await todayAt(origin) })
    for (const [name, text] of Object.entries(files)) writePage(next, name, text)
    const changes = writeList(before, next, chosen || fewer)
    rmSync(responses, { force: true }) // never keep it with other pages
    replace(folder, next)
    onReplaced()
    if (!chosen) writeResponses(responses, all)
    const rendered = Object.values(all).filter(({ kept }) => !kept).length
    return { pages: pages.length, rendered, seconds: (performance.now() - start) / 1000, ...changes }
  } catch (error) {
    rmSync(next, { recursive: true, force: true, maxRetries: 10 }) // a worker that is ending may still write
    throw error
  } finally {
    globalThis.fetch = originalFetch
  }
}

/** Returns the name of the folder that a link leads to, if it is a link. */
const linkTarget = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path)

/**
 * Creates an empty folder beside the pages for the next ones, and removes those of ended processes. `folder` is a symbolic link to the
 * pages. The new folder's name has this process's id, because another process may publish too.
 */
export function createNextFolder(folder) {
  const prefix = `${basename(folder)}.next-`
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true })
  const used = linkTarget(folder)
  const stale = readdirSync(parent).filter((name) => name.startsWith(prefix) && name !== used && !isRunning(Number.parseInt(name.slice(prefix.length), 10)))
  for (const name of stale) rmSync(join(parent, name), { recursive: true, force: true })
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
}

/** Replaces the pages by the next ones. The rename of the link is atomic: even if this is killed, the pages are the old or the new ones. */
export function replace(folder, next) {
  const old = linkTarget(folder)
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
  const file = join(folder, 'release')
  return existsSync(file) && readFileSync(file, 'utf8') === releaseHash()
}

const unchanged = 'The pages are unchanged.'

/** Returns the folder in which a stage's pages are rendered before the upload. */
export const cloudPages = (stage) => join(root, '.local', 'build', `pages-${stage}`)

/** Renders the pages of a stage and uploads them. On failure the last line says what was changed. */
export async function publishStage(stage, { SiteURL, AssetsBucket, DistributionID, DistributionDomain }, { fewer, 'take-over': takeOver, pages = cloudPages(stage), render = publish }) {
  const note = failureNote(unchanged)
  const stageLock = lock(AssetsBucket, { takeOver })
  const before = bucketReader(AssetsBucket)
  if (before(releaseFile) !== releaseHash()) throw new UserError(`The deployed site of ${stage} is not the build of this folder. Its pages would request missing files. Deploy first: npm run deploy -- ${stage}`)
  const result = await render(`https://${DistributionDomain}`, pages, { before, fewer })
  stageLock.check()
  note.set('The pages are uploaded in part. Publish again.')
  await upload({ pages, removed: result.removed, bucket: AssetsBucket, distribution: DistributionID })
  stageLock.release()
  note.clear()
  return { ...result, at: SiteURL }
}

/** Renders and publishes the pages of the local server. */
async function publishLocally(fewer) {
  const at = await runningServer()
  if (!at) fail(`No server runs on ${dataDir}: start it first.`)
  // Use the assets of the served build, not those of newer sources.
  process.env.BUILD_DIR = readFileSync(join(dataDir, 'site'), 'utf8')
  const note = failureNote(unchanged)
  const result = await publish(at, join(dataDir, 'pages'), { fewer, onReplaced: () => note.set('The pages are published.') })
  note.clear()
  return { ...result, at }
}

/** Maximum number of addresses printed. */
const maxPrinted = 12

/** Prints the pages' addresses among files in one line. */
function printPages(title, files) {
  const pages = files.flatMap((name) => /^(|.*\/)index\.html$/.exec(name)?.[1] ?? []).map((path) => `/${path.slice(0, -1)}`)
  if (pages.length > 0) console.log(`  ${title}: ${pages.slice(0, maxPrinted).join(', ')}${pages.length > maxPrinted ? `, and ${pages.length - maxPrinted} more` : ''}`)
}

if (process.argv[1] === import.meta.filename) {
  const { stage, ...options } = readArguments({
    description:
      'Renders and publishes the pages of the running server of DATA_DIR. ' +
      'With STAGE, it publishes the pages of a stage to AWS, for the build that is deployed there.',
    positionals: { '[STAGE]': Object.keys(stages) },
    options: { fewer: 'publishes even if that deletes most of the published pages', 'take-over': 'takes the lock of the stage from another process, which was killed' },
    env: { DATA_DIR: 'the folder of the store (.local)' },
  })
  chooseStage(stage)
  const outputs = stage && orFail(() => stackOf(stage))
  if (existsSync(join(root, 'go.work'))) { // else this is an unpacked release, which has all that it needs
    checkMachine()
    await install()
  }
  if (stage) await buildSite()
  const { pages, rendered, seconds, added, removed, at } = await (stage ? publishStage(stage, outputs, options) : publishLocally(options.fewer)).catch((error) => fail(errorText(error)))
  console.log(`• Published ${pages} pages, of which ${rendered} were rendered, in ${seconds.toFixed(1)} s: ${at}`)
  printPages('New', added)
  printPages('Removed', removed)
}
