import { join } from 'node:path'
import { publish } from '../../infra/verbs/publish.mjs'
import { type Market, markets } from '../src/market/market'
import { internal, isFile, kindOf, read, visit } from './crawl'
import { expect, test } from './test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const home = ({ prefix }: Market) => prefix || '/'
const of = (lang: string) => markets.find((market) => market.lang === lang)!

test('fr-CA: the home page and some of what it leads to', async ({ page }) => {
  const market = of('fr-CA')
  const links = (await visit(page, home(market), market)).filter((path) => !isFile(path))
  for (const path of links.filter((_, i) => i % 9 === 1)) await visit(page, path, market)
})

/** How many pages of one kind are looked at in Chromium; of the others the published document is read. */
const looked = 3

test.describe('every page', { tag: '@long' }, () => {
  test.use({ own: {} })
  test.setTimeout(1_800_000)

  test('every internal link of every market leads to a page that is whole', async ({ page, stack }) => {
    await publish(stack.url, join(stack.dataDir, 'pages'))
    for (const market of markets)
      await test.step(market.prefix || 'us', async () => {
        const found = new Set([home(market)])
        const kinds = new Map<string, number>()
        for (const path of found) {
          const kind = kindOf(path)
          const nth = (kinds.get(kind) ?? 0) + 1
          kinds.set(kind, nth)
          if (!isFile(path) && nth <= looked) {
            for (const link of await visit(page, path, market)) found.add(link)
            continue
          }
          const answer = await fetch(stack.url + path)
          expect.soft(answer.status, path).toBe(200)
          if (isFile(path) || /\/quote\//.test(path)) continue
          const { lang, headings, hrefs } = read(await answer.text())
          expect.soft({ path, lang, headings }).toEqual({ path, lang: market.lang, headings: 1 })
          for (const link of internal(hrefs, market)) found.add(link)
        }
        expect(found.size).toBeGreaterThan(market.orders ? 60 : 5)
      })
  })
})
