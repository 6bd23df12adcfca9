import { join } from 'node:path'
import { publish } from '../../infra/verbs/publish.mjs'
import { type RunningStack, startStack } from '../../infra/verbs/stack.mjs'
import { brand } from '../src/brand/brand'
import { type Market, markets } from '../src/market/market'
import { hasPage, pathsOf } from '../src/market/paths'
import { isFile, isOf, kindOf, read, visit } from './crawl'
import { headOf, listed, pagesIn, sizeOf, wrongInHeads } from './publication'
import { expect, test } from './test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const home = ({ prefix }: Market) => prefix || '/'
const of = (lang: string) => markets.find((market) => market.lang === lang)!
const pageIn = (link: string) => link.split('#')[0]!

test('fr-CA: the home page and some of what it leads to', async ({ page, stack }) => {
  const market = of('fr-CA')
  const { wrong, links } = await visit(page, stack.url, home(market), market)
  const pages = [...new Set(links.map(pageIn))].filter((path) => isOf(market, path) && !isFile(path))
  for (const path of pages.filter((_, i) => i % 9 === 1))
    wrong.push(...(await visit(page, stack.url, path, market)).wrong)
  expect(wrong).toEqual([])
})

/** How many pages of one kind are looked at in Chromium, the first of them closely; of the others the published document is read. */
const looked = 3

test.describe('every page', { tag: '@long' }, () => {
  // One published site for all of the markets.
  test.describe.configure({ mode: 'default', timeout: 1_200_000 })
  let site: RunningStack
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    site = await startStack()
    await publish(site.url, join(site.dataDir, 'pages'))
  })
  test.afterAll(() => site.stop())

  for (const market of markets)
    test(`every internal link of ${market.lang} leads to a page that is whole`, async ({ page }) => {
      // A restaurant that is still to open is on no list, but in the sitemap.
      const published = [...pagesIn(join(site.dataDir, 'pages'), '').keys()]
      const found = new Set([home(market), ...published.filter((path) => isOf(market, path))])
      const kinds = new Map<string, number>()
      const parts = new Map<string, string[]>()
      const links = new Set<string>()
      for (const path of found) {
        const own = isOf(market, path)
        const nth = own ? (kinds.get(kindOf(path)) ?? 0) + 1 : Number.POSITIVE_INFINITY
        if (own) kinds.set(kindOf(path), nth)
        const shown = own && !isFile(path) && nth <= looked
        const seen = shown
          ? await visit(page, site.url, path, market, nth === 1)
          : await read(page, site.url, path)
        expect.soft(seen.wrong, path).toEqual([])
        parts.set(path, seen.parts)
        if (!own) continue
        for (const link of seen.links) {
          links.add(link)
          found.add(pageIn(link))
        }
      }
      const nowhere = [...links].filter((link) => {
        const [path = '', part] = link.split('#')
        return part && !parts.get(path)?.includes(decodeURIComponent(part))
      })
      expect(nowhere).toEqual([])
      expect(found.size).toBeGreaterThan(market.orders ? 60 : 5)
    })

  test('what every page, sitemap and feed says of itself is true of the others', async ({ page }) => {
    const folder = join(site.dataDir, 'pages')
    const pages = pagesIn(folder, brand.site)
    const indexed = new Map([...pages].filter(([, html]) => !html.includes('content="noindex"')))
    expect(wrongInHeads(indexed)).toEqual([])

    const pictures = new Map([...indexed.values()].map(headOf).map(({ picture }) => [picture.url, picture]))
    for (const [url, { width, height }] of pictures) {
      const answer = await fetch(url.replace(brand.site, site.url))
      const size = sizeOf(Buffer.from(await answer.arrayBuffer()))
      expect.soft(size, url).toEqual({ width, height })
    }

    const fetched = async (url: string) => (await fetch(url.replace(brand.site, site.url))).text()
    const newest = (days: string[]) => days.sort().at(-1)
    const index = await fetched(`${brand.site}/sitemap.xml`)
    const entries = []
    for (const { loc, lastmod } of await listed(page, index, 'sitemap', ['loc', 'lastmod'])) {
      const own = await listed(page, await fetched(loc), 'url', ['loc', 'lastmod'])
      expect(newest(own.map((entry) => entry.lastmod)), loc).toBe(lastmod)
      entries.push(...own)
    }
    expect(entries.map(({ loc }) => loc).sort()).toEqual([...indexed.keys()].sort())
    for (const { lastmod } of entries) expect(lastmod).toMatch(/^\d{4}-\d\d-\d\d$/)

    for (const market of markets.filter((one) => hasPage(one, 'blog'))) {
      const text = await fetched(brand.site + pathsOf(market).feed)
      const posts = await listed(page, text, 'entry', ['id', 'published', 'updated'])
      expect(posts.length, market.lang).toBeGreaterThanOrEqual(12)
      expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
      for (const { id, published, updated } of posts) {
        expect([id, indexed.has(id)]).toEqual([id, true])
        for (const instant of [published, updated])
          expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        expect(Date.parse(updated), id).toBeGreaterThanOrEqual(Date.parse(published))
      }
      expect(text).toContain(`<updated>${newest(posts.map(({ updated }) => updated))}</updated>\n  <entry>`)
    }
  })
})
