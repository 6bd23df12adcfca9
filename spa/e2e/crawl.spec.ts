import { join } from 'node:path'
import { browserOnly } from '../../infra/verbs/pages.mjs'
import { brand } from '../src/brand/brand'
import { type Market, marketOf, markets } from '../src/market/market'
import { hasPage, pathsOf } from '../src/market/paths'
import { checkDocuments, checkPage, isFile, isOf, kindOf, linksIn, sample } from './crawl'
import { headFaults, headOf, pagesIn, sizeOf, test, xmlElements } from './publication'
import { seed, shuffled } from './seed'
import { expect } from './test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const home = ({ prefix }: Market) => prefix || '/'
const marketIn = (lang: string) => markets.find((market) => market.lang === lang)!
const withoutFragment = (link: string) => link.split('#')[0]!

test('fr-CA: the home page and a sample of its links', async ({ page, stack }) => {
  const market = marketIn('fr-CA')
  const { wrong, links } = await checkPage(page, stack.url, home(market), market)
  const pages = [...new Set(links.map(withoutFragment))].filter((path) => isOf(market, path) && !isFile(path))
  for (const path of shuffled(pages).slice(0, 3))
    wrong.push(...(await checkPage(page, stack.url, path, market)).wrong)
  expect(wrong, `SEED=${seed}`).toEqual([])
})

test.describe('every page', { tag: '@long' }, () => {
  test.setTimeout(600_000)

  for (const market of markets)
    test(`every internal link of ${market.lang} leads to a complete page`, async ({ page, published }) => {
      await page.goto(published.url)
      // The sitemap also has locations that open later; no list links to them.
      const all = [...pagesIn(join(published.dataDir, 'pages'), '').keys()].map((path) => path || '/')
      const found = new Map<string, string[]>()
      const links = new Set<string>()
      for (
        let next = [home(market), ...all.filter((path) => isOf(market, path))];
        next.length > 0;
        next = [...new Set([...links].map(withoutFragment))].filter((path) => !found.has(path))
      )
        for (const [path, seen] of await checkDocuments(page, [...new Set(next)])) {
          expect.soft(seen.wrong, path).toEqual([])
          found.set(path, seen.parts)
          if (isOf(market, path)) for (const link of seen.links) links.add(link)
        }
      const brokenFragments = [...links].filter((link) => {
        const [path = '', part] = link.split('#')
        return part && !browserOnly.has(kindOf(path)) && !found.get(path)?.includes(decodeURIComponent(part))
      })
      expect(brokenFragments).toEqual([])
      expect(found.size).toBeGreaterThan(market.acceptsOrders ? 60 : 5)
    })

  // In two halves, for two workers.
  for (const part of [0, 1])
    test(`pages of every kind, language and market pass the audits, ${part + 1} of 2`, async ({
      page,
      published,
    }) => {
      console.log(`SEED=${seed}`)
      const pages = pagesIn(join(published.dataDir, 'pages'), '')
      const links = [...pages].flatMap(([path, html]) => linksIn(html, path))
      const all = new Set([...pages.keys()].map((path) => path || '/').concat(links.map(withoutFragment)))
      for (const [nth, [path, depth]] of [...sample([...all].filter((path) => !isFile(path)))].entries()) {
        if (nth % 2 !== part) continue
        const seen = await checkPage(page, published.url, path, marketOf(path), depth === 'closely')
        expect.soft(seen.wrong, `${path}, SEED=${seed}`).toEqual([])
      }
    })

  test('the metadata of pages, sitemaps and feeds agree', async ({ page, published }) => {
    const folder = join(published.dataDir, 'pages')
    const pages = pagesIn(folder, brand.site)
    const indexed = new Map([...pages].filter(([, html]) => !html.includes('content="noindex"')))
    expect(headFaults(indexed)).toEqual([])

    const pictures = new Map([...indexed.values()].map(headOf).map(({ picture }) => [picture.url, picture]))
    for (const [url, { width, height }] of pictures) {
      const answer = await fetch(url.replace(brand.site, published.url))
      const size = sizeOf(Buffer.from(await answer.arrayBuffer()))
      expect.soft(size, url).toEqual({ width, height })
    }

    const fetched = async (url: string) => (await fetch(url.replace(brand.site, published.url))).text()
    const newest = (days: string[]) => days.sort().at(-1)
    const index = await fetched(`${brand.site}/sitemap.xml`)
    const entries = []
    for (const { loc, lastmod } of await xmlElements(page, index, 'sitemap', ['loc', 'lastmod'])) {
      const own = await xmlElements(page, await fetched(loc), 'url', ['loc', 'lastmod'])
      expect(newest(own.map((entry) => entry.lastmod)), loc).toBe(lastmod)
      entries.push(...own)
    }
    expect(entries.map(({ loc }) => loc).sort()).toEqual([...indexed.keys()].sort())
    for (const { lastmod } of entries) expect(lastmod).toMatch(/^\d{4}-\d\d-\d\d$/)

    for (const market of markets.filter((one) => hasPage(one, 'blog'))) {
      const text = await fetched(brand.site + pathsOf(market).feed)
      const posts = await xmlElements(page, text, 'entry', ['id', 'published', 'updated'])
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
