import { type Market, marketOf, siblings, siteOf } from '../../market/market'
import { pageAbroad } from '../../market/paths'

/** For pages below these paths only the home page of the other country is offered (specification §9). */
const homeOnly = ['/menu', '/_error', '/promos/current-deals', '/company/nutritional']

/** Returns the country's site for this page: its path, and whether it is the same page. */
export function offeredSite(
  country: string,
  pathname: string,
  languages: readonly string[],
): { site: Market; path: string; isSamePage: boolean } | undefined {
  const current = marketOf(pathname)
  const site = siteOf(country, languages)
  if (country === current.country || !site) return undefined
  const page = pathname.slice(current.prefix.length)
  if (homeOnly.some((prefix) => page === prefix || page.startsWith(`${prefix}/`))) {
    // Only a country with a single site is linked by its country code; the default site has no prefix.
    const hasCountryPath = site.prefix && siblings(site).length === 1
    return {
      site,
      path: hasCountryPath ? `/${country.toLowerCase()}` : site.prefix || '/',
      isSamePage: false,
    }
  }
  const path = pageAbroad(pathname, site)
  return { site, path, isSamePage: path !== (site.prefix || '/') }
}
