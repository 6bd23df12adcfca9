// Lists the pages of each market by path, from the running API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'

/** Returns say(file, key, values) for a locale's sentences. All English locales share one. */
export function sayer(brand, locale) {
  return (file, key, values = {}) => {
    const words = JSON.parse(readFileSync(join(root, 'locales', locale.replace(/^en-.*/, 'en'), `${file}.json`), 'utf8'))
    const all = { brand: brand.name, 'brand-short': brand.shortName, ...values }
    return words[key].replaceAll(/\[([\w-]+)\]/g, (whole, name) => all[name] ?? whole)
  }
}

/** Fetches a JSON document from the API. */
export async function ask(origin, path, headers = {}) {
  const answer = await fetch(`${origin}/api/online-ordering${path}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Returns every location that guests can find, including closed and planned ones. */
async function locationsOf(origin) {
  const all = []
  for (let cursor = ''; cursor !== undefined; ) {
    const page = await ask(origin, `/locations/boss?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    all.push(...page.locations)
    cursor = page.cursor
  }
  return all
}

/** Queries the content of a market's brand. */
export async function askGraph(origin, { brand, market }, query, variables) {
  const headers = { 'content-type': 'application/json', brandId: String(brand.id), countryalpha2: market.country }
  const answer = await fetch(`${origin}/content/graphql`, { method: 'POST', headers, body: JSON.stringify({ operationName: 'Pages', query, variables }) })
  const { data, errors } = await answer.json()
  if (!data) throw new Error(`${market.locale}: ${answer.status} ${JSON.stringify(errors)}`)
  return data
}

const postsQuery = `query Pages($locale:String!,$page:Int!){
  posts(locale:$locale,page:$page){pages items{slug title summary author date updated picture{url alt}}}
}`

/** Returns every post of a market, newest first, and the number of list pages. */
export async function postsOf(origin, of) {
  const found = { pages: 0, items: [] }
  for (let page = 1; page === 1 || page <= found.pages; page++) {
    const { posts } = await askGraph(origin, of, postsQuery, { locale: of.market.locale, page })
    if (!posts) break
    found.pages = posts.pages
    found.items.push(...posts.items)
  }
  return found
}

/** Returns the paths of the blog's list pages and posts. */
async function blogOf(origin, of, paths) {
  const { pages, items } = await postsOf(origin, of)
  const lists = Array.from({ length: pages }, (_, n) => paths.blogPage(n + 1))
  return [...lists, ...items.map(({ slug }) => paths.post(slug.split('/').at(-1)))]
}

/** Pages that only the browser renders: those of an order and of an account. */
export const rendered = new Set(['quote', 'startOrder', 'menu', 'item', 'cart', 'summary', 'checkout', 'payment', 'order', 'login', 'signup', 'profile', 'orders', 'rewards', 'getAQuote', 'getAQuoteFor'])

/** Returns the locations in a market's country. */
const here = (all, market) => all.filter(({ address }) => address.country === market.country)

/** Returns the candidate paths of each market. Paths without a page are skipped when rendering. */
export async function pagesOf({ brand, markets, hasPage, pathsOf, patterns }, origin) {
  const all = await locationsOf(origin)
  const fixed = Object.keys(patterns).filter((name) => !patterns[name].includes(':') && !rendered.has(name))
  const found = []
  for (const market of markets) {
    const paths = pathsOf(market)
    const places = here(all, market).flatMap(({ slug, address: { state, citySlug } }) => [paths.location(state.slug), paths.location(state.slug, citySlug), paths.location(state.slug, citySlug, slug)])
    const pages = fixed.filter((name) => hasPage(market, name)).map((name) => paths.page(name))
    const blog = hasPage(market, 'blog') ? await blogOf(origin, { brand, market }, paths) : []
    found.push(...new Set([paths.home, ...pages, ...blog, ...places]))
  }
  return found
}

/** Returns the paths of the locations' menus, by market prefix. */
export async function menusOf({ markets, pathsOf }, origin) {
  const all = await locationsOf(origin)
  return new Map(markets.map((market) => [market.prefix, here(all, market).map(({ slug }) => pathsOf(market).menu(slug).split('?')[0])]))
}
