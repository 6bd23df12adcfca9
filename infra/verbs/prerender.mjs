// Prerenders pages into files: <folder>/<path>/index.html, each with compressed variants. It runs in the script, which knows the pages, and
// in each worker, which renders a share of them. Workers use the project's own Node, so that times and numbers are formatted as in a
// current browser.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { built, node, root } from './build.mjs'
import { pack } from './compress.mjs'
import { drawings, drawn } from './inlineDrawings.mjs'
import { patiently } from './rateLimit.mjs'
import { entryOf } from './sitemap.mjs'

const dist = () => built('site')

/** Imports the site's renderer. */
export function renderer() {
  process.env.NODE_ENV = 'production' // production React and Redux; not set earlier, because npm then skips the devDependencies
  return import(built('render', 'server.js'))
}

/** Returns the built shell into which pages are rendered. */
const shellOf = () => readFileSync(join(dist(), 'shell.html'), 'utf8')

/** Returns the hash of the build's shell. Pages of another build refer to assets that no longer exist. */
export const release = () => createHash('sha256').update(shellOf()).digest('hex')

/**
 * Returns the assets that a page needs: the shell's style sheets, those with one of its classes, and its own chunks and translations, so
 * that they load in parallel with the shell's. Lazily loaded assets are not included.
 */
function needing(shell) {
  const manifest = JSON.parse(readFileSync(built('manifest.json'), 'utf8'))
  const has = (file) => shell.includes(`="/${file}"`)
  const all = readdirSync(join(dist(), 'assets'))
    .filter((name) => name.endsWith('.css'))
    .map((name) => {
      const text = readFileSync(join(dist(), 'assets', name), 'utf8')
      const sheet = { href: `/assets/${name}`, text, name: `sha256-${createHash('sha256').update(text).digest('base64')}` }
      return { sheet, common: has(`assets/${name}`), classes: new Set([...text.matchAll(/\.([\w-]+)/g)].map((m) => m[1])) }
    })
  const sheets = [...all.filter(({ common }) => common), ...all.filter(({ common }) => !common)]
  // A shared chunk contains several pages: map it to them.
  const joined = Object.values(manifest).filter(({ src, isDynamicEntry }) => isDynamicEntry && src.startsWith('src/app/') && src.endsWith('.ts'))
  const together = Object.fromEntries(joined.map(({ src }) => [src, [...readFileSync(join(root, 'spa', src), 'utf8').matchAll(/from '([^']+)'/g)].map((m) => `${m[1]}.tsx`)]))
  const imported = (chunk, found = new Set()) => {
    for (const name of chunk.imports ?? []) if (!found.has(manifest[name].file)) imported(manifest[name], found.add(manifest[name].file))
    return found
  }
  return ({ body, modules }) => {
    const used = new Set([...body.matchAll(/ class="([^"]+)"/g)].flatMap((m) => m[1].split(' ')))
    const styles = sheets.filter(({ common, classes }) => common || [...used].some((name) => classes.has(name))).map(({ sheet }) => sheet)
    const own = Object.values(manifest).filter(({ src }) => modules.some((module) => src?.endsWith(module) || together[src]?.some((page) => page.endsWith(module))))
    const scripts = new Set(own.flatMap((chunk) => [...imported(chunk), chunk.file]))
    return { styles, scripts: [...scripts].filter((file) => !has(file)).map((file) => `/${file}`) }
  }
}

/** Writes a page file and its compressed variants. */
export function write(folder, path, text) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  pack(file, text, 5) // a higher quality is not worth the time for frequent publishes
}

/** Returns a request as text, { path, method, headers, body }: the cache key. */
async function keyOf(request, origin) {
  const body = request.method === 'POST' ? await request.clone().text() : undefined
  return JSON.stringify({ path: request.url.slice(origin.length), method: request.method, headers: [...request.headers], body })
}

/**
 * Returns a hash of an answer without its time-dependent parts (lastingReader in server.tsx). Nearby locations are part of a location's
 * page. The total number of locations is not, or one more would change all pages.
 */
async function gistOf(answer, path) {
  const isLasting = (key, value) => key !== 'opening' && !(key === 'next' && typeof value === 'string') && !(key === 'total' && path.includes('?latitude='))
  const lasting = JSON.stringify(await answer.json(), (key, value) => (isLasting(key, value) ? value : undefined))
  return createHash('sha256').update(`${answer.status} ${lasting}`).digest('base64url').slice(0, 16)
}

/** Caches answers and their hashes by request, because pages share requests. `during` are the requests since it was emptied. */
function remembering(ask, origin) {
  const answers = new Map()
  const during = new Set()
  const answerTo = (key) => {
    if (!answers.has(key)) {
      const { path, ...request } = JSON.parse(key)
      const answer = ask(new Request(origin + path, request))
      answers.set(key, { answer, gist: answer.then((one) => gistOf(one.clone(), path)) })
    }
    return answers.get(key)
  }
  return {
    during,
    gist: (key) => answerTo(key).gist,
    fetch: async (input, init) => {
      const key = await keyOf(new Request(input, init), origin)
      during.add(key)
      return (await answerTo(key).answer).clone()
    },
  }
}

/** The number of pages that are checked concurrently. */
const atOnce = 16

/**
 * Renders a share of the pages. A page with the same answers as in `made` is hard-linked from the previous folder. Returns for each
 * page its answers [[request, hash]], and its sitemap entry unless it is not listed: { path: { asks, listed, none } }.
 */
async function renderShare({ pages, origin, folder, before, made }) {
  const { fetch: remembered, during, gist } = remembering(patiently(fetch), origin)
  globalThis.fetch = remembered
  const { render, documentOf, markets, translatorFor } = await renderer()
  const shell = shellOf()
  const shells = new Map(await Promise.all(markets.map(async (market) => [market.prefix, put(shell, await unscripted(market, translatorFor))])))
  const needs = needing(shell)
  const all = drawings(dist())
  const known = made ? readMade(made) : {}
  const now = {}
  const isUnchanged = async (path) => {
    const was = known[path]
    if (!was || !(was.none || existsSync(join(before, path, 'index.html')))) return false
    const same = await Promise.all(was.asks.map(async ([key, hash]) => (await gist(key)) === hash))
    return same.every(Boolean)
  }
  for (let n = 0; n < pages.length; n += atOnce) {
    const some = pages.slice(n, n + atOnce)
    const unchanged = await Promise.all(some.map(isUnchanged))
    for (const path of some.filter((_, n) => unchanged[n])) {
      now[path] = { ...known[path], kept: true }
      if (!now[path].none) link(join(before, path, 'index.html'), join(folder, path))
    }
    for (const path of some.filter((_, n) => !unchanged[n])) {
      during.clear()
      const page = await render(path, origin)
      now[path] = { asks: await Promise.all([...during].map(async (key) => [key, await gist(key)])), none: !page }
      if (!page) continue
      if (!page.head.includes('content="noindex"')) now[path].listed = entryOf(path, page)
      write(folder, join(path, 'index.html'), documentOf(shells.get(page.state.market), page, { ...needs(page), drawings: drawn(page.body, all) }))
    }
  }
  return now
}

/** Hard-links a document and its compressed variants into a folder. */
function link(document, folder) {
  mkdirSync(folder, { recursive: true })
  for (const packed of ['', '.br', '.gz']) linkSync(document + packed, join(folder, basename(document) + packed))
}

/** Reads the answers of the previous pages, by path. */
function readMade(file) {
  const { build, pages } = JSON.parse(gunzipSync(readFileSync(file)))
  return build === basename(built()) ? pages : {}
}

/** Writes the answers that the pages used, for the next publish. Compressed, because pages share most of them. */
export function writeMade(file, all) {
  const pages = Object.fromEntries(Object.entries(all).map(([path, { listed, none, asks }]) => [path, { listed, none, asks }]))
  writeFileSync(file, gzipSync(JSON.stringify({ build: basename(built()), pages })))
}

const put = (shell, said) => shell.replace(/<noscript>.*?<\/noscript>/, () => `<noscript>${said}</noscript>`)

/** Returns the brand's mark, linked to the home page, for documents without a page. */
const mark = (shell, home) => /<noscript>(<header>.*?<\/header>)/.exec(shell)[1].replace('href="/"', `href="${home}"`)

/** Returns a market's text for browsers without JavaScript, in the market's language. */
async function unscripted({ lang, locale, prefix, acceptsOrders }, translatorFor) {
  const say = await translatorFor(locale)
  const locations = acceptsOrders ? ` <a href="${prefix}/locations">${say('app.holiday-find')}</a>` : ''
  return `<p lang="${lang}">${say('app.needs-javascript')}${locations}</p>`
}

/**
 * Returns the 404 document. The browser renders it with the current data. Without JavaScript it shows in each language that there is no
 * page, with a link to the home page.
 */
async function lost(shell, markets, translatorFor) {
  // Each language once, with the home page of its first market.
  const languages = markets.filter((one, n) => markets.findIndex((m) => m.lang.slice(0, 2) === one.lang.slice(0, 2)) === n)
  const said = await Promise.all(
    languages.map(async ({ locale, lang, prefix }) => {
      const say = await translatorFor(locale)
      return `<p lang="${lang}"><strong>${say('app.not-found-title')}</strong> ${say('app.not-found-line')} <a href="${prefix || '/'}">${say('app.go-home')}</a></p>`
    }),
  )
  return unlisted(put(shell, `${mark(shell, '/')}<main>${said.join('')}</main>`))
}

/** Adds noindex to a document, for search engines that run no scripts. */
const unlisted = (document) => document.replace('<title>', '<meta name="robots" content="noindex" /><title>')

/**
 * Writes the shell of each market, and the 404 document. It hard-links the shell into the menu path of each location, so that the edge
 * answers 404 for an unknown location (infra/edge/pages.js).
 */
export async function documents({ markets, documentOf, around, translatorFor }, origin, folder, menus) {
  const shell = shellOf()
  const none = { styles: [], scripts: [], drawings: '' }
  for (const market of markets) {
    const page = { head: '', body: '', lang: market.lang, state: await around(market, origin) }
    const own = unlisted(put(shell, `${mark(shell, market.prefix || '/')}<main>${await unscripted(market, translatorFor)}</main>`))
    write(folder, join(market.prefix, 'shell.html'), documentOf(own, page, none))
    for (const menu of menus.get(market.prefix)) link(join(folder, market.prefix, 'shell.html'), join(folder, menu))
  }
  write(folder, '404.html', await lost(shell, markets, translatorFor))
  writeFileSync(join(folder, 'release'), release())
}

/** Renders all pages with that many workers. `before` is the previous folder, `made` the file with the answers of its pages. */
export async function renderAll(pages, origin, folder, workers, { before, made } = {}) {
  const share = Math.ceil(pages.length / workers)
  const running = Array.from({ length: workers }, () => fork(import.meta.filename, { execPath: node(), execArgv: [] }))
  const shares = running.map((worker, n) => {
    worker.send({ pages: pages.slice(n * share, (n + 1) * share), origin, folder, before, made })
    return new Promise((done, failed) => {
      worker.on('message', done)
      worker.on('exit', () => failed(new Error('a page could not be rendered: what it said stands above')))
    })
  })
  try {
    return Object.assign({}, ...(await Promise.all(shares)))
  } finally {
    for (const worker of running) worker.kill() // after a failure the other workers' pages are useless
  }
}

if (process.argv[1] === import.meta.filename) process.once('message', async (job) => process.send(await renderShare(job)))
