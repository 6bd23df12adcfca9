import { expect, test, vi } from 'vitest'
import { renderHookAt } from '../renderAt'
import { marketOf, markets, siblings } from './market'
import { hasPage, type PageName, pageAbroad, pageOf, pathsOf, patterns, samePage } from './paths'
import { useMoveToCountry } from './useMarket'

const [us, english, french] = markets as [(typeof markets)[0], (typeof markets)[0], (typeof markets)[0]]

test.each([
  ['the root is the US', '/', us],
  ['a page without prefix is the US', '/cart', us],
  ['Canada in English', '/ca/en-ca/cart', english],
  ['Canada in French', '/ca/fr-ca', french],
  ['Canada without a language is English', '/ca', english],
  ['upper case works too', '/CA/FR-CA/cart', french],
  ['a page that starts with “ca” is the US', '/cart', us],
  ['a location slug is not a country', '/quote/everyday/ca', us],
  ['Brazil in Portuguese', '/br/pt-br/menu', markets[3]],
  ['Japan without a language is Japanese', '/jp', markets[4]],
  ['Mexico with an unknown language', '/mx/fr-ca', markets[5]],
  ['the Emirates have a prefix of one segment', '/ae/company/our-story', markets[6]],
])('%s', (_, path, want) => {
  expect(marketOf(path)).toBe(want)
})

test('the US has one language, Canada two', () => {
  expect(siblings(us)).toEqual([us])
  expect(siblings(french)).toEqual([english, french])
})

test('each of the nine countries has a site with its own address', () => {
  expect([...new Set(markets.map((m) => m.country))].sort()).toEqual([
    'AE',
    'BR',
    'CA',
    'EG',
    'JP',
    'MX',
    'PH',
    'PK',
    'US',
  ])
  expect(new Set(markets.map((m) => m.prefix)).size).toBe(markets.length)
  expect(markets.filter((m) => m.acceptsOrders).map((m) => m.kind)).toEqual(['us', 'canada', 'canada'])
  for (const m of markets) expect(marketOf(`${m.prefix}/menu`), m.lang).toBe(m)
})

test('a site without ordering has few pages, and Canada all except those of the US', () => {
  const all = Object.keys(patterns) as PageName[]
  const brazil = markets[3]!
  expect(all.filter((page) => hasPage(brazil, page)).sort()).toEqual([
    'cookies',
    'locations',
    'menuPage',
    'ourStory',
    'privacy',
    'sitemap',
    'talk',
    'terms',
  ])
  expect(all.filter((page) => !hasPage(french, page)).sort()).toEqual(['getAQuote', 'getAQuoteFor'])
  expect(all.filter((page) => !hasPage(us, page))).toEqual([])
  // Links on pages that both kinds of site have must not lead to missing pages.
  expect(pathsOf(brazil).startOrder({ near: 'Recife' })).toBe('/br/pt-br/menu')
})

test.each([
  ['/ca/fr-ca/quote/everyday/plateau', 'menu'],
  ['/company/work-for-bigdealburger', 'careers'],
  ['/press/blog/page/2', 'blogPage'],
  ['/br/pt-br/menu/', 'menuPage'],
  ['/', undefined],
  ['/jp/ja-jp', undefined],
  ['/nowhere', undefined],
] as const)('%s is the page %s', (path, page) => {
  expect(pageOf(path)).toBe(page)
})

test.each([
  ['/menu', '/br/pt-br/menu'],
  ['/', '/br/pt-br'],
  ['/cart', '/br/pt-br'],
  ['/locations/texas/austin', '/br/pt-br/locations'],
  ['/press/blog/a-post', '/br/pt-br'],
  ['/ca/fr-ca/company/our-story', '/br/pt-br/company/our-story'],
])('%s continues in Brazil at %s', (path, want) => {
  expect(pageAbroad(path, markets[3]!)).toBe(want)
})

test('an article continues in another country at the list of articles', () => {
  expect(pageAbroad('/press/blog/a-post', french)).toBe('/ca/fr-ca/press/blog')
  expect(pageAbroad('/ca/fr-ca/quote/everyday/plateau', us)).toBe('/')
  expect(pageAbroad('/get-a-quote/866-catering', french)).toBe('/ca/fr-ca')
})

test('every path has the prefix of its market', () => {
  const paths = pathsOf(french)
  expect(paths.home).toBe('/ca/fr-ca')
  expect(paths.startOrder({ near: 'Trois-Rivières' })).toBe(
    '/ca/fr-ca/quote/everyday?type=carryout&near=Trois-Rivi%C3%A8res',
  )
  expect(paths.item('plateau', 'burgers', 'the-big-deal', { line: 'l1' })).toBe(
    '/ca/fr-ca/quote/everyday/plateau/burgers/the-big-deal?type=carryout&line=l1',
  )
  expect(pathsOf(us).home).toBe('/')
  expect(pathsOf(us).menu('brookside')).toBe('/quote/everyday/brookside?type=carryout')
})

test('the language switch keeps the page', () => {
  expect(samePage('/ca/en-ca/cart', french)).toBe('/ca/fr-ca/cart')
  expect(samePage('/ca/en-ca', french)).toBe('/ca/fr-ca')
  expect(samePage('/', french)).toBe('/ca/fr-ca')
  expect(samePage('/ca/fr-ca', us)).toBe('/')
})

test('a restaurant’s page moves to the site of its country, in the guest’s language if possible', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const show = (at: string, country: string) =>
    renderHookAt(at, () => useMoveToCountry(country)).result.current
  expect(show('/quote/everyday/plateau?type=carryout', 'CA')).toBe(true)
  expect(show('/ca/fr-ca/quote/everyday/brookside', 'US')).toBe(true)
  expect(show('/ca/fr-ca/quote/everyday/plateau', 'CA')).toBe(false)
  expect(replace.mock.calls).toEqual([
    ['/ca/en-ca/quote/everyday/plateau?type=carryout'],
    ['/quote/everyday/brookside'],
  ])
})
