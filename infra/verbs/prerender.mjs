// Prerenders pages into files: <folder>/<path>/index.html, each with compressed variants. It runs in the script, which knows the pages, and
// in each worker, which renders a share of them. Workers use the project's own Node, so that times and numbers are formatted as in a
// current browser.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { built, node, root } from './build.mjs'
import { pack } from './compress.mjs'
import { drawings, drawn } from './drawn.mjs'
import { patiently } from './patience.mjs'
import { alternatesOf, saidBy } from './sitemap.mjs'

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

/** Caches answers, because pages share requests, and records which answers each page used. */
function remembering(ask, origin) {
  const asked = new Map()
  let during = new Set()
  const answerTo = (key) => {
    if (!asked.has(key)) {
      const { path, ...request } = JSON.parse(key)
      asked.set(key, ask(new Request(origin + path, request)))
    }
    return asked.get(key).then((answer) => answer.clone())
  }
  const gists = new Map()
  const gist = (key) => {
    if (!gists.has(key)) gists.set(key, answerTo(key).then((answer) => gistOf(answer, JSON.parse(key).path)))
    return gists.get(key)
  }
  return {
    fetch: async (input, init) => {
      const key = await keyOf(new Request(input, init), origin)
      during.add(key)
      return answerTo(key)
    },
    /** Runs the work and returns its requests: { result, asks: [[key, gist]] }. */
    async watch(work) {
      during = new Set()
      const result = await work()
      return { result, asks: await Promise.all([...during].map(async (key) => [key, await gist(key)])) }
    },
    /** Reports whether all answers are unchanged. */
    same: async (asks) => (await Promise.all(asks.map(async ([key, was]) => (await gist(key)) === was))).every(Boolean),
  }
}

/** The number of pages that are checked concurrently. */
const atOnce = 16

/**
 * Renders a share of the pages. A page with the same answers as in `made` is hard-linked from the previous folder. Returns for each
 * page its answers, and its sitemap entry unless it is not listed: { path: { asks, listed, none } }.
 */
async function renderShare({ pages, origin, folder, before, made }) {
  const asking = remembering(patiently(fetch), origin)
  globalThis.fetch = asking.fetch
  const { render, documentOf, markets, translatorFor } = await renderer()
  const shell = shellOf()
  const shells = new Map(await Promise.all(markets.map(async (market) => [market.prefix, put(shell, await unscripted(market, translatorFor))])))
  const needs = needing(shell)
  const all = drawings(dist())
  const known = made ? readMade(made) : new Map()
  const now = {}
  const kept = new Set()
  const unchanged = async (path) => {
    const was = known.get(path)
    return was && (was.none || existsSync(join(before, path, 'index.html'))) && (await asking.same(was.asks))
  }
  for (const [n, path] of pages.entries()) {
    if (n % atOnce === 0) await Promise.all(pages.slice(n, n + atOnce).map(async (next) => (await unchanged(next)) && kept.add(next)))
    if (kept.has(path)) {
      now[path] = { ...known.get(path), kept: true }
      if (!now[path].none) link(before, folder, path)
      continue
    }
    const { result: page, asks } = await asking.watch(() => render(path, origin))
    now[path] = { asks, none: !page }
    if (!page) continue
    if (!page.head.includes('content="noindex"')) now[path].listed = { path, market: page.state.market, alternates: alternatesOf(page), said: saidBy(page) }
    write(folder, join(path, 'index.html'), documentOf(shells.get(page.state.market), page, { ...needs(page), drawings: drawn(page.body, all) }))
  }
  return now
}

/** Hard-links a page of the previous folder into a folder. */
function link(before, folder, path) {
  mkdirSync(join(folder, path), { recursive: true })
  for (const name of ['index.html', 'index.html.br', 'index.html.gz']) linkSync(join(before, path, name), join(folder, path, name))
}

/** Reads the answers of the previous pages, by path. The file stores each answer once. */
function readMade(file) {
  const { build, asks, pages } = JSON.parse(readFileSync(file, 'utf8'))
  if (build !== basename(built())) return new Map()
  return new Map(Object.entries(pages).map(([path, page]) => [path, { ...page, asks: page.asks.map((n) => asks[n]) }]))
}

/** Writes the answers that the pages used, for the next publish. */
export function writeMade(file, pages) {
  const asks = new Map()
  const number = ([key, gist]) => {
    if (!asks.has(key)) asks.set(key, { n: asks.size, gist })
    return asks.get(key).n
  }
  const numbered = Object.fromEntries(Object.entries(pages).map(([path, { listed, none, asks: of }]) => [path, { listed, none, asks: of.map(number) }]))
  writeFileSync(file, JSON.stringify({ build: basename(built()), asks: [...asks].map(([key, { gist }]) => [key, gist]), pages: numbered }))
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
    for (const menu of menus.get(market.prefix)) {
      mkdirSync(join(folder, menu), { recursive: true })
      for (const name of ['shell.html', 'shell.html.br', 'shell.html.gz']) linkSync(join(folder, market.prefix, name), join(folder, menu, name))
    }
  }
  write(folder, '404.html', await lost(shell, markets, translatorFor))
  writeFileSync(join(folder, 'release'), release())
}

/** Renders all pages with that many workers. `before` is the previous folder, `made` the file with the answers of its pages. */
export async function renderAll(pages, origin, folder, workers, { before, made } = {}) {
  const share = Math.ceil(pages.length / workers)
  const running = []
  const shares = await Promise.all(
    Array.from({ length: workers }, (_, n) => {
      const worker = fork(import.meta.filename, { execPath: node(), execArgv: [] })
      running.push(worker)
      worker.send({ pages: pages.slice(n * share, (n + 1) * share), origin, folder, before, made })
      let listed
      worker.on('message', (message) => {
        listed = message
      })
      return new Promise((done, failed) => worker.on('exit', () => (listed ? done(listed) : failed(new Error('a page could not be rendered: what it said stands above')))))
    }),
  ).finally(() => running.map((worker) => worker.kill())) // after a failure the other workers' pages are useless
  return Object.assign({}, ...shares)
}

if (process.argv[1] === import.meta.filename)
  process.once('message', async (job) => {
    process.send(await renderShare(job), () => process.disconnect())
  })
