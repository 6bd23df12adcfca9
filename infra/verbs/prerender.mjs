// Renders the pages of the site into files: <folder>/<path>/index.html, each with a packed neighbour. It runs once in the verb, which
// knows what pages there are, and once in each of its workers, which render a share of them with the project's own Node: what a page
// says of times and numbers must be what a browser of today says.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { node, root } from './build.mjs'
import { pack } from './compress.mjs'
import { drawings, drawn } from './drawn.mjs'
import { patiently } from './patience.mjs'
import { alternatesOf, saidBy } from './sitemap.mjs'

const built = join(root, '.local', 'build')
const dist = join(root, 'spa', 'dist')

/** The site as Node runs it. */
export function renderer() {
  process.env.NODE_ENV = 'production' // React's and Redux's own: not before, for npm leaves out then what builds and tests
  return import(join(built, 'render', 'server.js'))
}

/** The built shell, into which pages are rendered. */
const shellOf = () => readFileSync(join(dist, 'shell.html'), 'utf8')

/** Names the build that pages are rendered into: those of another one ask for files that are gone. */
export const release = () => createHash('sha256').update(shellOf()).digest('hex')

/**
 * What of the built site a page needs: the style sheets of the shell and those that have one of its classes, and beyond the shell its own
 * code and its words, which come so beside the rest and not after it. What it fetches later it fetches later.
 */
function needing(shell) {
  const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'))
  const has = (file) => shell.includes(`="/${file}"`)
  const all = readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.css'))
    .map((name) => {
      const text = readFileSync(join(dist, 'assets', name), 'utf8')
      const sheet = { href: `/assets/${name}`, text, name: `sha256-${createHash('sha256').update(text).digest('base64')}` }
      return { sheet, common: has(`assets/${name}`), classes: new Set([...text.matchAll(/\.([\w-]+)/g)].map((m) => m[1])) }
    })
  const sheets = [...all.filter(({ common }) => common), ...all.filter(({ common }) => !common)]
  // The pages of a step come as one file: it says which.
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

/** Writes a file of the pages and its packed neighbours. */
export function write(folder, path, text) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  pack(file, text, 5) // a page is published more often than it is worth the last percent
}

/** Asks for the same once, for pages share what stands around them and who is near. */
function remembering(ask) {
  const asked = new Map()
  return async (input, init) => {
    const request = new Request(input, init)
    const said = request.method === 'POST' ? await request.clone().text() : ''
    const key = [request.url, request.headers.get('accept-language'), request.headers.get('countryalpha2'), said].join(' ')
    if (!asked.has(key)) asked.set(key, ask(request))
    return (await asked.get(key)).clone()
  }
}

async function renderShare({ pages, origin, folder }) {
  globalThis.fetch = remembering(patiently(fetch))
  const { render, documentOf, markets } = await renderer()
  const shell = shellOf()
  const shells = new Map(markets.map((market) => [market.prefix, put(shell, unscripted(market))]))
  const needs = needing(shell)
  const all = drawings(dist)
  const listed = []
  for (const path of pages) {
    const page = await render(path, origin)
    if (!page) continue
    if (!page.head.includes('content="noindex"')) listed.push({ path, market: page.state.market, alternates: alternatesOf(page), said: saidBy(page) })
    write(folder, join(path, 'index.html'), documentOf(shells.get(page.state.market), page, { ...needs(page), drawings: drawn(page.body, all) }))
  }
  return listed
}

const wordsOf = (locale) => {
  const file = join(root, 'locales', locale, 'app.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : wordsOf('en') // Canada's English is English
}

const put = (shell, said) => shell.replace(/<noscript>.*?<\/noscript>/, () => `<noscript>${said}</noscript>`)

/** The brand's mark over what a document says that has no page: it leads home. */
const mark = (shell, home) => /<noscript>(<header>.*?<\/header>)/.exec(shell)[1].replace('href="/"', `href="${home}"`)

/** What a market's page says to who runs no script, in its own language alone. */
function unscripted({ lang, locale, prefix, orders }) {
  const words = wordsOf(locale)
  const grills = orders ? ` <a href="${prefix}/locations">${words['holiday-find']}</a>` : ''
  return `<p lang="${lang}">${words['needs-javascript']}${grills}</p>`
}

/**
 * The document of addresses that no page has. The browser renders it as whatever is there by now; who runs no script reads in each
 * language that there is nothing, and the way home.
 */
function lost(shell, markets) {
  // Each once, with its first home: the English of other countries is that of the first.
  const languages = markets.filter((one, n) => markets.findIndex((m) => m.lang.slice(0, 2) === one.lang.slice(0, 2)) === n)
  const said = languages.map(({ locale, lang, prefix }) => {
    const words = wordsOf(locale)
    return `<p lang="${lang}"><strong>${words['not-found-title']}</strong> ${words['not-found-line']} <a href="${prefix || '/'}">${words['go-home']}</a></p>`
  })
  return unlisted(put(shell, `${mark(shell, '/')}<main>${said.join('')}</main>`))
}

/** A document that is no page: search engines that run no script are to know it too. */
const unlisted = (document) => document.replace('<title>', '<meta name="robots" content="noindex" /><title>')

/** Writes the documents that are no page: each market's shell, and the one for addresses that no page has. */
export async function documents({ markets, documentOf, around }, origin, folder) {
  const shell = shellOf()
  const none = { styles: [], scripts: [], drawings: '' }
  for (const market of markets) {
    const page = { head: '', body: '', lang: market.lang, state: await around(market, origin) }
    const own = unlisted(put(shell, `${mark(shell, market.prefix || '/')}<main>${unscripted(market)}</main>`))
    write(folder, join(market.prefix, 'shell.html'), documentOf(own, page, none))
  }
  write(folder, '404.html', lost(shell, markets))
  writeFileSync(join(folder, 'release'), release())
}

/** Renders all pages, with as many workers. It gives those that search engines may list. */
export async function renderAll(pages, origin, folder, workers) {
  const share = Math.ceil(pages.length / workers)
  const running = []
  const shares = await Promise.all(
    Array.from({ length: workers }, (_, n) => {
      const worker = fork(import.meta.filename, { execPath: node() })
      running.push(worker)
      worker.send({ pages: pages.slice(n * share, (n + 1) * share), origin, folder })
      let listed
      worker.on('message', (message) => {
        listed = message
      })
      return new Promise((done, failed) => worker.on('exit', () => (listed ? done(listed) : failed(new Error('a page could not be rendered: what it said stands above')))))
    }),
  ).finally(() => running.map((worker) => worker.kill())) // where one has failed, the others' pages are of no use
  return shares.flat()
}

if (process.argv[1] === import.meta.filename)
  process.once('message', async (job) => {
    process.send(await renderShare(job), () => process.disconnect())
  })
