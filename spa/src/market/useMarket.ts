import { useEffect, useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { everyday } from './categories'
import { type HandoffType, readHandoff } from './handoff'
import { type Market, marketOf, siteOf } from './market'
import { type Category, isCategory, type Paths, pathsOf, samePage } from './paths'

export function useMarket(): Market {
  return marketOf(useLocation().pathname)
}

/** Returns the category in the URL of an order page. The routes allow only known ones (app/pages.tsx). */
export function useCategory(): Category {
  const { category } = useParams()
  return isCategory(category) ? category : everyday
}

/** Returns the URLs of the current market for a handoff; defaults to the one in the URL. */
export function usePaths(handoffOfOrder?: HandoffType): Paths {
  const market = useMarket()
  const { search } = useLocation()
  const handoff = handoffOfOrder ?? readHandoff(search)
  return useMemo(() => pathsOf(market, handoff), [market, handoff])
}

/** Redirects a location's page to the site of its country, in the guest's language if available. True while redirecting. */
export function useMoveToCountry(country: string | undefined): boolean {
  const market = useMarket()
  const { pathname, search } = useLocation()
  const isOtherCountry = country !== undefined && country !== market.country
  useEffect(() => {
    const site = isOtherCountry && siteOf(country, [market.lang])
    if (site) location.replace(samePage(pathname, site) + search)
  }, [isOtherCountry, country, market, pathname, search])
  return isOtherCountry
}
