import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { type Market, marketOf } from './market'
import { type Paths, pathsOf } from './paths'

export function useMarket(): Market {
  return marketOf(useLocation().pathname)
}

/** The URLs of the market that the guest is in. */
export function usePaths(): Paths {
  const market = useMarket()
  return useMemo(() => pathsOf(market), [market])
}
