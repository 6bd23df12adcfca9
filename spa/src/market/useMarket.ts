import { useEffect, useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { type HandoffType, readHandoff } from './handoff'
import { type Market, marketOf, marketsOf } from './market'
import { type Category, isCategory, type Paths, pathsOf, samePage } from './paths'

export function useMarket(): Market {
  return marketOf(useLocation().pathname)
}

/** The category of an order page's address. The routes know no other (app/routes.tsx). */
export function useCategory(): Category {
  const { category } = useParams()
  return isCategory(category) ? category : 'everyday'
}

/** The URLs of the market that the guest is in, for a handoff: the one of the address, where no cart says another. */
export function usePaths(of?: HandoffType): Paths {
  const market = useMarket()
  const { search } = useLocation()
  const handoff = of ?? readHandoff(search)
  return useMemo(() => pathsOf(market, handoff), [market, handoff])
}

/**
 * A restaurant belongs to the site of its country: on another one its page moves there, in the guest's language where that
 * site speaks it. True while it moves.
 */
export function useMoveToCountry(country: string | undefined): boolean {
  const market = useMarket()
  const { pathname, search } = useLocation()
  const away = country !== undefined && country !== market.country
  useEffect(() => {
    if (!away) return
    const sites = marketsOf(country)
    const site = sites.find((m) => m.lang.slice(0, 2) === market.lang.slice(0, 2)) ?? sites[0]
    if (site) location.replace(samePage(pathname, site) + search)
  }, [away, country, market, pathname, search])
  return away
}
