// Lists the pages of each market by path, from the running API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'

/** Returns t(file, key, values) for a locale's sentences. All English locales share one. */
export function translator(brand, locale) {
  return (file, key, values = {}) => {
    const texts = JSON.parse(readFileSync(join(root, 'locales', locale.replace(/^en-.*/, 'en'), `${file}.json`), 'utf8'))
    const all = { brand: brand.name, 'brand-short': brand.shortName, ...values }
    return texts[key].replaceAll(/\[([\w-]+)\]/g, (placeholder, name) => all[name] ?? placeholder)
  }
}

/** Fetches a JSON document from the API. */
export async function getJSON(origin, path, headers = {}) {
  const response = await fetch(`${origin}/api/online-ordering${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Returns every location that guests can find, including closed and planned ones. */
async function locationsOf(origin) {
  const all = []
  for (let cursor = ''; cursor !== undefined; ) {
    const page = await getJSON(origin, `/locations/boss?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    all.push(...page.locations)
    cursor = page.cursor
  }
  return all
}

/** Queries the content of a market's brand. */
export async function queryContent(origin, { brand, market }, query, variables) {
  const headers = { 'content-type': 'application/json', brandId: String(brand.id), countryalpha2: market.country }
  const response = await fetch(`${origin}/content/graphql`, { method: 'POST', headers, body: JSON.stringify({ operationName: 'Pages', query, variables }) })
  const { data, errors } = await response.json()
  if (!data) throw new Error(`${market.locale}: ${response.status} ${JSON.stringify(errors)}`)
  return data
}

const postsQuery = `query Pages($locale:String!,$page:Int!){
  posts(locale:$locale,page:$page){pages items{slug title summary author date updated picture{url alt}}}
}`

/** Returns every post of a market, newest first, and the number of list pages. */
export async function postsOf(origin, site) {
  const result = { pages: 0, items: [] }
  for (let page = 1; page === 1 || page <= result.pages; page++) {
    const { posts } = await queryContent(origin, site, postsQuery, { locale: site.market.locale, page })
    if (!posts) break
    result.pages = posts.pages
    result.items.push(...posts.items)
  }
  return result
}

/** Returns the paths of the blog's list pages and posts. */
async function blogOf(origin, site, paths) {
  const { pages, items } = await postsOf(origin, site)
  const lists = Array.from({ length: pages }, (_, n) => paths.blogPage(n + 1))
  return [...lists, ...items.map(({ slug }) => paths.post(slug.split('/').at(-1)))]
}

/** Pages that only the browser renders: those of an order and of an account. */
export const browserOnly = new Set(['quote', 'startOrder', 'menu', 'item', 'cart', 'summary', 'checkout', 'payment', 'order', 'login', 'signup', 'forgotPassword', 'setPassword', 'confirmEmail', 'profile', 'orders', 'rewards', 'getAQuote', 'getAQuoteFor'])

/** Returns the locations in a market's country. */
const inMarket = (all, market) => all.filter(({ address }) => address.country === market.country)

/** Returns the candidate paths of each market. Paths without a page are skipped when rendering. */
export async function listPages({ brand, markets, hasPage, pathsOf, patterns }, origin) {
  const all = await locationsOf(origin)
  const fixed = Object.keys(patterns).filter((name) => !patterns[name].includes(':') && !browserOnly.has(name))
  const pages = []
  for (const market of markets) {
    const paths = pathsOf(market)
    const places = inMarket(all, market).flatMap(({ slug, address: { state, citySlug } }) => [paths.location(state.slug), paths.location(state.slug, citySlug), paths.location(state.slug, citySlug, slug)])
    const fixedPages = fixed.filter((name) => hasPage(market, name)).map((name) => paths.page(name))
    const blog = hasPage(market, 'blog') ? await blogOf(origin, { brand, market }, paths) : []
    pages.push(...new Set([paths.home, ...fixedPages, ...blog, ...places]))
  }
  return pages
}

/** Returns the paths of the locations' menus, by market prefix. */
export async function listMenus({ markets, pathsOf }, origin) {
  const all = await locationsOf(origin)
  const menuPaths = (market) => inMarket(all, market).map(({ slug }) => pathsOf(market).menu(slug).split('?')[0])
  return new Map(markets.map((market) => [market.prefix, menuPaths(market)]))
}
