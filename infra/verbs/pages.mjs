// What pages the published site has, as the running API tells: those of each market, by their paths.

/** Asks the API at an origin for a document. */
async function ask(origin, path) {
  const answer = await fetch(`${origin}/api/online-ordering${path}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Every restaurant that a guest may look for, the closed ones and those to come too. */
async function restaurants(origin) {
  const all = []
  for (let cursor = ''; cursor !== undefined; ) {
    const page = await ask(origin, `/locations/boss?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    all.push(...page.locations)
    cursor = page.cursor
  }
  return all
}

/** What the browser renders: the pages of an order and of an account. */
const rendered = new Set(['quote', 'cart', 'summary', 'checkout', 'payment', 'login', 'signup', 'profile', 'orders', 'rewards', 'getAQuote'])

/** The paths of the pages that each market may have; what of these is no page is not rendered. */
export async function pagesOf({ markets, hasPage, pathsOf, patterns }, origin) {
  const all = await restaurants(origin)
  const fixed = Object.keys(patterns).filter((name) => !patterns[name].includes(':') && !rendered.has(name))
  return markets.flatMap((market) => {
    const paths = pathsOf(market)
    const places = all
      .filter(({ address }) => address.country === market.country)
      .flatMap(({ slug, address: { state, citySlug } }) => [paths.location(state.slug), paths.location(state.slug, citySlug), paths.location(state.slug, citySlug, slug)])
    const pages = fixed.filter((name) => hasPage(market, name)).map((name) => paths.page(name))
    return [...new Set([paths.home, ...pages, ...places])]
  })
}
