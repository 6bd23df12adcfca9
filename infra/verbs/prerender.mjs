// Prerenders pages into files: <folder>/<path>/index.html, each with compressed variants. It runs in the script, which knows the pages, and
// in each worker, which renders a share of them. Workers use the project's own Node, so that times and numbers are formatted as in a
// current browser.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { buildPath, node, root, write } from './build.mjs'
import { writeCompressed } from './compress.mjs'
import { inlineDrawings, readDrawings } from './inlineDrawings.mjs'
import { retryRateLimited } from './rateLimit.mjs'
import { entryOf } from './sitemap.mjs'

const siteFolder = () => buildPath('site')

/** Imports the site's renderer. */
export function renderer() {
  process.env.NODE_ENV = 'production' // production React and Redux; not set earlier, because npm then skips the devDependencies
  return import(buildPath('render', 'server.js'))
}

/** Returns the built shell into which pages are rendered. */
const shellOf = () => readFileSync(join(siteFolder(), 'shell.html'), 'utf8')

/** Returns the hash of the build's shell. Pages of another build refer to assets that no longer exist. */
export const releaseHash = () => createHash('sha256').update(shellOf()).digest('hex')

/**
 * Returns a function that finds a page's assets in addition to the shell's: the style sheets with one of its classes, and its own chunks
 * and translations, so that they load in parallel with the shell's. Lazily loaded assets are not included.
 */
function assetFinder(shell) {
  const manifest = JSON.parse(readFileSync(buildPath('manifest.json'), 'utf8'))
  const inShell = (file) => shell.includes(`="/${file}"`)
  const sheets = readdirSync(join(siteFolder(), 'assets'))
    .filter((name) => name.endsWith('.css') && !inShell(`assets/${name}`))
    .map((name) => {
      const text = readFileSync(join(siteFolder(), 'assets', name), 'utf8')
      const sheet = { href: `/assets/${name}`, text, name: `sha256-${createHash('sha256').update(text).digest('base64')}` }
      return { sheet, classes: new Set([...text.matchAll(/\.([\w-]+)/g)].map((m) => m[1])) }
    })
  // A shared chunk contains several pages: map it to them.
  const sharedChunks = Object.values(manifest).filter(({ src, isDynamicEntry }) => isDynamicEntry && src.startsWith('src/app/') && src.endsWith('.ts'))
  const pagesOfChunk = Object.fromEntries(sharedChunks.map(({ src }) => [src, [...readFileSync(join(root, 'spa', src), 'utf8').matchAll(/from '([^']+)'/g)].map((m) => `${m[1]}.tsx`)]))
  const imported = (chunk, found = new Set()) => {
    for (const name of chunk.imports ?? []) if (!found.has(manifest[name].file)) imported(manifest[name], found.add(manifest[name].file))
    return found
  }
  return ({ body, modules }) => {
    const usedClasses = new Set([...body.matchAll(/ class="([^"]+)"/g)].flatMap((m) => m[1].split(' ')))
    const isUsed = ({ classes }) => [...usedClasses].some((name) => classes.has(name))
    const styles = sheets.filter(isUsed).map(({ sheet }) => sheet)
    const chunks = Object.values(manifest).filter(({ src }) => modules.some((module) => src?.endsWith(module) || pagesOfChunk[src]?.some((page) => page.endsWith(module))))
    const scripts = new Set(chunks.flatMap((chunk) => [...imported(chunk), chunk.file]))
    return { styles, scripts: [...scripts].filter((file) => !inShell(file)).map((file) => `/${file}`) }
  }
}

/** Writes a page file and its compressed variants. */
export function writePage(folder, path, text) {
  const file = join(folder, path)
  write(file, text)
  writeCompressed(file, text, 5) // a higher quality is not worth the time for frequent publishes
}

/** Returns a request as text, { path, method, headers, body }: the cache key. */
async function keyOf(request, origin) {
  const body = request.method === 'POST' ? await request.clone().text() : undefined
  return JSON.stringify({ path: request.url.slice(origin.length), method: request.method, headers: [...request.headers], body })
}

/**
 * Returns a hash of an answer without its time-dependent parts (stableReader in server.tsx). Nearby locations are part of a location's
 * page. The total number of locations is not, or one more would change all pages.
 */
async function digestOf(answer, path) {
  const isLasting = (key, value) => key !== 'opening' && !(key === 'next' && typeof value === 'string') && !(key === 'total' && path.includes('?latitude='))
  const lasting = JSON.stringify(await answer.json(), (key, value) => (isLasting(key, value) ? value : undefined))
  return createHash('sha256').update(`${answer.status} ${lasting}`).digest('base64url').slice(0, 16)
}

/** Caches answers and their hashes by request, because pages share requests. `used` has the requests since it was last cleared. */
function cachingFetch(fetchFn, origin) {
  const answers = new Map()
  const used = new Set()
  const answerTo = (key) => {
    if (!answers.has(key)) {
      const { path, ...request } = JSON.parse(key)
      const answer = fetchFn(new Request(origin + path, request))
      answers.set(key, { answer, digest: answer.then((one) => digestOf(one.clone(), path)) })
    }
    return answers.get(key)
  }
  return {
    used,
    digest: (key) => answerTo(key).digest,
    fetch: async (input, init) => {
      const key = await keyOf(new Request(input, init), origin)
      used.add(key)
      return (await answerTo(key).answer).clone()
    },
  }
}

/** The number of pages that are checked concurrently. */
const batchSize = 16

/**
 * Renders a share of the pages. A page with the same answers as in `made` is hard-linked from the previous folder. Returns for each
 * page its answers [[request, hash]], and its sitemap entry unless it is not listed: { path: { asks, listed, none } }.
 */
async function renderShare({ pages, origin, folder, before, made }) {
  const { fetch: cached, used, digest } = cachingFetch(retryRateLimited(fetch), origin)
  globalThis.fetch = cached
  const { render, documentOf, markets, translatorFor } = await renderer()
  const shell = shellOf()
  const shells = new Map(await Promise.all(markets.map(async (market) => [market.prefix, withNoscript(shell, await noscriptText(market, translatorFor))])))
  const assetsOf = assetFinder(shell)
  const all = readDrawings(siteFolder())
  const previous = made ? readResponses(made) : {}
  const results = {}
  const isUnchanged = async (path) => {
    const last = previous[path]
    if (!last || !(last.none || existsSync(join(before, path, 'index.html')))) return false
    const same = await Promise.all(last.asks.map(async ([key, hash]) => (await digest(key)) === hash))
    return same.every(Boolean)
  }
  for (let n = 0; n < pages.length; n += batchSize) {
    const batch = pages.slice(n, n + batchSize)
    const unchanged = await Promise.all(batch.map(isUnchanged))
    for (const path of batch.filter((_, n) => unchanged[n])) {
      results[path] = { ...previous[path], kept: true }
      if (!results[path].none) link(join(before, path, 'index.html'), join(folder, path))
    }
    for (const path of batch.filter((_, n) => !unchanged[n])) {
      used.clear()
      const page = await render(path, origin)
      results[path] = { asks: await Promise.all([...used].map(async (key) => [key, await digest(key)])), none: !page }
      if (!page) continue
      if (!page.head.includes('content="noindex"')) results[path].listed = entryOf(path, page)
      writePage(folder, join(path, 'index.html'), documentOf(shells.get(page.state.market), page, { ...assetsOf(page), drawings: inlineDrawings(page.body, all) }))
    }
  }
  return results
}

/** Hard-links a document and its compressed variants into a folder. */
function link(document, folder) {
  mkdirSync(folder, { recursive: true })
  for (const packed of ['', '.br', '.gz']) linkSync(document + packed, join(folder, basename(document) + packed))
}

/** Reads the answers of the previous pages, by path. */
function readResponses(file) {
  const { build, pages } = JSON.parse(gunzipSync(readFileSync(file)))
  return build === basename(buildPath()) ? pages : {}
}

/** Writes the answers that the pages used, for the next publish. Compressed, because pages share most of them. */
export function writeResponses(file, all) {
  const pages = Object.fromEntries(Object.entries(all).map(([path, { listed, none, asks }]) => [path, { listed, none, asks }]))
  writeFileSync(file, gzipSync(JSON.stringify({ build: basename(buildPath()), pages })))
}

const withNoscript = (shell, html) => shell.replace(/<noscript>.*?<\/noscript>/, () => `<noscript>${html}</noscript>`)

/** Returns the brand's mark, linked to the home page, for documents without a page. */
const brandLink = (shell, home) => /<noscript>(<header>.*?<\/header>)/.exec(shell)[1].replace('href="/"', `href="${home}"`)

/** Returns a market's text for browsers without JavaScript, in the market's language. */
async function noscriptText({ lang, locale, prefix, acceptsOrders }, translatorFor) {
  const t = await translatorFor(locale)
  const locations = acceptsOrders ? ` <a href="${prefix}/locations">${t('app.holiday-find')}</a>` : ''
  return `<p lang="${lang}">${t('app.needs-javascript')}${locations}</p>`
}

/**
 * Returns the 404 document. The browser renders it with the current data. Without JavaScript it shows in each language that there is no
 * page, with a link to the home page.
 */
async function notFoundDocument(shell, markets, translatorFor) {
  // Each language once, with the home page of its first market.
  const languages = markets.filter((one, n) => markets.findIndex((m) => m.lang.slice(0, 2) === one.lang.slice(0, 2)) === n)
  const texts = await Promise.all(
    languages.map(async ({ locale, lang, prefix }) => {
      const t = await translatorFor(locale)
      return `<p lang="${lang}"><strong>${t('app.not-found-title')}</strong> ${t('app.not-found-line')} <a href="${prefix || '/'}">${t('app.go-home')}</a></p>`
    }),
  )
  return withNoindex(withNoscript(shell, `${brandLink(shell, '/')}<main>${texts.join('')}</main>`))
}

/** Adds noindex to a document, for search engines that run no scripts. */
const withNoindex = (document) => document.replace('<title>', '<meta name="robots" content="noindex" /><title>')

/**
 * Writes the shell of each market, and the 404 document. It hard-links the shell into the menu path of each location, so that the edge
 * answers 404 for an unknown location (infra/edge/pages.js).
 */
export async function writeShells({ markets, documentOf, shellState, translatorFor }, origin, folder, menus) {
  const shell = shellOf()
  const noAssets = { styles: [], scripts: [], drawings: '' }
  for (const market of markets) {
    const page = { head: '', body: '', lang: market.lang, state: await shellState(market, origin) }
    const noscript = `${brandLink(shell, market.prefix || '/')}<main>${await noscriptText(market, translatorFor)}</main>`
    const document = withNoindex(withNoscript(shell, noscript))
    writePage(folder, join(market.prefix, 'shell.html'), documentOf(document, page, noAssets))
    for (const menu of menus.get(market.prefix)) link(join(folder, market.prefix, 'shell.html'), join(folder, menu))
  }
  writePage(folder, '404.html', await notFoundDocument(shell, markets, translatorFor))
  writeFileSync(join(folder, 'release'), releaseHash())
}

/** Renders all pages with that many workers. `before` is the previous folder, `made` the file with the answers of its pages. */
export async function renderAll(pages, origin, folder, workers, { before, made } = {}) {
  const share = Math.ceil(pages.length / workers)
  const running = Array.from({ length: workers }, () => fork(import.meta.filename, { execPath: node(), execArgv: [] }))
  const shares = running.map((worker, n) => {
    worker.send({ pages: pages.slice(n * share, (n + 1) * share), origin, folder, before, made })
    return new Promise((done, failed) => {
      worker.on('message', done)
      worker.on('exit', () => failed(new Error('a page could not be rendered: see the output above')))
    })
  })
  try {
    return Object.assign({}, ...(await Promise.all(shares)))
  } finally {
    for (const worker of running) worker.kill() // after a failure the other workers' pages are useless
  }
}

if (process.argv[1] === import.meta.filename) process.once('message', async (job) => process.send(await renderShare(job)))
