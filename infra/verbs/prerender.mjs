// Prerenders pages into files: <folder>/<path>/index.html, each with compressed variants. It runs in the script, which knows the pages, and
// in each worker, which renders a share of them. Workers use the project's own Node, so that times and numbers are formatted as in a
// current browser.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** Returns a fetch function that caches answers by request, because pages share requests. */
function cachingFetch(fetchFn) {
  const answers = new Map()
  return async (input, init) => {
    const request = new Request(input, init)
    const body = request.method === 'POST' ? await request.clone().text() : undefined
    const key = JSON.stringify({ url: request.url, method: request.method, headers: [...request.headers], body })
    if (!answers.has(key)) answers.set(key, fetchFn(request))
    return (await answers.get(key)).clone()
  }
}

/** Renders a share of the pages. Returns their sitemap entries; a page that is missing or not listed has none. */
async function renderShare({ pages, origin, folder }) {
  globalThis.fetch = cachingFetch(retryRateLimited(fetch))
  const { render, documentOf, markets, translatorFor } = await renderer()
  const shell = shellOf()
  const shells = new Map(await Promise.all(markets.map(async (market) => [market.prefix, withNoscript(shell, await noscriptText(market, translatorFor))])))
  const assetsOf = assetFinder(shell)
  const all = readDrawings(siteFolder())
  const listed = []
  for (const path of pages) {
    const page = await render(path, origin)
    if (!page) continue
    if (!page.head.includes('content="noindex"')) listed.push(entryOf(path, page))
    writePage(folder, join(path, 'index.html'), documentOf(shells.get(page.state.market), page, { ...assetsOf(page), drawings: inlineDrawings(page.body, all) }))
  }
  return listed
}

/** Hard-links a document and its compressed variants into a folder. */
function link(document, folder) {
  mkdirSync(folder, { recursive: true })
  for (const packed of ['', '.br', '.gz']) linkSync(document + packed, join(folder, basename(document) + packed))
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

/** Renders all pages with that many workers, and returns their sitemap entries. */
export async function renderAll(pages, origin, folder, workers) {
  const share = Math.ceil(pages.length / workers)
  const running = Array.from({ length: workers }, () => fork(import.meta.filename, { execPath: node(), execArgv: [] }))
  const shares = running.map((worker, n) => {
    worker.send({ pages: pages.slice(n * share, (n + 1) * share), origin, folder })
    return new Promise((done, failed) => {
      worker.on('message', done)
      worker.on('exit', () => failed(new Error('a page could not be rendered: see the output above')))
    })
  })
  try {
    return (await Promise.all(shares)).flat()
  } finally {
    for (const worker of running) worker.kill() // after a failure the other workers' pages are useless
  }
}

if (process.argv[1] === import.meta.filename) process.once('message', async (job) => process.send(await renderShare(job)))
