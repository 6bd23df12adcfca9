import { type Market, marketOf, marketsOf, siblings } from '../../market/market'
import { pageAbroad } from '../../market/paths'

/** Of the pages below these only the country's home is offered (specification §9). */
const homeOnly = ['/menu', '/_error', '/promos/current-deals', '/company/nutritional']

/** The site of a country for who reads this page: where it leads, and whether that is the same page. */
export function offeredSite(
  country: string,
  pathname: string,
  languages: readonly string[],
): { site: Market; path: string; keeps: boolean } | undefined {
  const here = marketOf(pathname)
  const sites = marketsOf(country)
  if (country === here.country || sites.length === 0) return undefined
  const read = (tag: string) => sites.find(({ lang }) => lang.slice(0, 2) === tag.slice(0, 2).toLowerCase())
  const site = languages.map(read).find((site) => site !== undefined) ?? sites[0]!
  const page = pathname.slice(here.prefix.length)
  if (homeOnly.some((prefix) => page === prefix || page.startsWith(`${prefix}/`))) {
    // The country's code alone is no page where the language is known already, nor of the first site.
    const named = site.prefix && siblings(site).length === 1
    return { site, path: named ? `/${country.toLowerCase()}` : site.prefix || '/', keeps: false }
  }
  const path = pageAbroad(pathname, site)
  return { site, path, keeps: path !== (site.prefix || '/') }
}
