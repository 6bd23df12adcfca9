import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { publish } from '../../infra/verbs/publish.mjs'
import { type RunningStack, startStack } from '../../infra/verbs/stack.mjs'
import { test as base } from './test'

/** One page of each kind, published by the quick tests. The long ones publish all. */
export const quickPages = [
  '/',
  '/ca/en-ca',
  '/ca/fr-ca',
  '/br/pt-br',
  '/locations',
  '/locations/oklahoma',
  '/locations/oklahoma/tulsa',
  '/locations/oklahoma/tulsa/brookside-tulsa',
  '/ca/fr-ca/locations/quebec/montreal/plateau-mont-royal-montreal',
  '/ca/en-ca/locations/quebec/montreal/plateau-mont-royal-montreal',
  '/menu',
  '/company/our-story',
  '/ca/fr-ca/company/our-story',
  '/contact/talk-to-bigdealburger',
  '/press/blog',
  '/sitemap',
]

/** Publishes into a folder, once for all workers of this run. */
async function publishOnce(origin: string, folder: string) {
  const lock = `${folder}.lock`
  while (!existsSync(folder))
    try {
      mkdirSync(lock)
      try {
        if (!existsSync(folder))
          await publish(origin, folder, process.env.TEST_LONG ? {} : { chosen: quickPages })
      } finally {
        rmdirSync(lock)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      await setTimeout(200)
    }
}

/** Adds the published site: rendered once per run, served by one stack per worker. */
export const test = base.extend<object, { published: RunningStack }>({
  published: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const site = await startStack()
      const pages = join(process.env.STACK_DATA!, 'published')
      await publishOnce(site.url, pages)
      cpSync(pages, join(site.dataDir, 'pages'), { recursive: true, dereference: true })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

/** Metadata of a page for search engines and link previews. */
interface Head {
  lang: string
  titles: string[]
  descriptions: string[]
  canonicals: string[]
  /** "fr-CA https://…", one for each site that has the page. */
  alternates: string[]
  picture: { url: string; width: number; height: number }
  data: unknown[]
}

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found)

export function headOf(html: string): Head {
  const og = (name: string) => all(html, new RegExp(`<meta property="og:${name}" content="([^"]*)"`, 'g'))[0]
  return {
    lang: all(html, /<html[^>]* lang="([^"]*)"/g)[0] ?? '',
    titles: all(html, /<title>([^<]*)<\/title>/g),
    descriptions: all(html, /<meta name="description" content="([^"]*)"/g),
    canonicals: all(html, /<link rel="canonical" href="([^"]+)"/g),
    alternates: [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(
      ([, lang, href]) => `${lang} ${href}`,
    ),
    picture: {
      url: (og('image') ?? '').replaceAll('&amp;', '&'),
      width: Number(og('image:width')),
      height: Number(og('image:height')),
    },
    data: all(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs).map((text) => JSON.parse(text)),
  }
}

/** Returns the documents of published pages by URL. */
export function pagesIn(folder: string, site: string): Map<string, string> {
  const files = globSync('**/index.html', { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  return new Map(
    files.map((file) => [
      `${site}/${file.replace(/\/?index\.html$/, '')}`,
      readFileSync(join(folder, file), 'utf8'),
    ]),
  )
}

/** Returns the URLs of a page's breadcrumbs. */
function breadcrumbsOf(data: unknown): string[] {
  const { itemListElement } = data as { itemListElement?: { item: { '@id': string } }[] }
  return (itemListElement ?? []).map(({ item }) => item['@id'])
}

/** Returns the faults in the metadata of pages and in their references to each other, as sentences. */
export function headFaults(pages: ReadonlyMap<string, string>): string[] {
  const heads = new Map([...pages].map(([url, html]) => [url, headOf(html)]))
  const pagesByText = new Map<string, string>()
  const faults: string[] = []
  for (const [url, head] of heads) {
    const { lang, titles, descriptions, canonicals, alternates, picture, data } = head
    const report = (what: string) => faults.push(`${url}: ${what}`)
    if (canonicals.length !== 1 || canonicals[0] !== url) report(`has the canonical URL ${canonicals}`)
    if (titles.length !== 1 || !titles[0]?.trim()) report(`has the titles ${titles}`)
    if (descriptions.length !== 1 || descriptions[0]!.length < 20)
      report(`has the descriptions ${descriptions}`)
    for (const [what, text] of [
      ['title', titles[0]],
      ['description', descriptions[0]],
    ]) {
      const before = pagesByText.get(`${lang} ${what} ${text}`)
      if (before) report(`has the ${what} of ${before}`)
      pagesByText.set(`${lang} ${what} ${text}`, url)
    }
    if (!/^https:\/\/[^"]+\.(png|jpg)(&w=1200&q=75)?$/.test(picture.url))
      report(`has the picture ${picture.url}`)
    if (picture.width < 1200 || picture.height < 600)
      report(`has a picture of ${picture.width} × ${picture.height}`)
    if (alternates.length > 0 && !alternates.some((one) => one === `${lang} ${url}`))
      report('has no alternate for its own language')
    if (alternates.length > 0 && !alternates.some((one) => one.startsWith('x-default ')))
      report('has no x-default')
    for (const alternate of alternates) {
      const [hreflang = '', at = ''] = alternate.split(' ')
      const other = heads.get(at)
      if (!other) report(`has the ${hreflang} ${at}, which does not exist`)
      else if (hreflang !== 'x-default' && other.lang !== hreflang)
        report(`has the ${hreflang} ${at}, which is in ${other.lang}`)
      else if (other.alternates.join() !== alternates.join()) report(`is no alternate of ${at}`)
    }
    for (const breadcrumb of data.flatMap(breadcrumbsOf))
      if (!heads.has(breadcrumb)) report(`has the breadcrumb ${breadcrumb}, which does not exist`)
  }
  return faults
}

/** Returns the size of a PNG or JPEG from its header; undefined for other files. */
export function sizeOf(file: Buffer): { width: number; height: number } | undefined {
  if (file.subarray(1, 4).toString('latin1') === 'PNG')
    return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
  if (file.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1]!
    // Start of frame, for any encoding.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
  }
  return undefined
}

/** Returns the texts of the parts of each XML element with a name. Invalid XML is an error. */
export function xmlElements<Part extends string>(
  page: Page,
  xml: string,
  name: string,
  parts: readonly Part[],
): Promise<Record<Part, string>[]> {
  return page.evaluate(
    ([xml, name, parts]) => {
      const read = new DOMParser().parseFromString(xml, 'application/xml')
      const fault = read.querySelector('parsererror')
      if (fault) throw new Error(fault.textContent ?? '')
      const elements = [...read.documentElement.children].filter(({ localName }) => localName === name)
      const text = (element: Element, part: string) =>
        [...element.children].find(({ localName }) => localName === part)?.textContent ?? ''
      return elements.map(
        (element) =>
          Object.fromEntries(parts.map((part) => [part, text(element, part)])) as Record<Part, string>,
      )
    },
    [xml, name, parts] as const,
  )
}
