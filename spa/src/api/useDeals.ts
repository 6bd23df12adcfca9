import { useEffect, useState } from 'react'
import { useMarket } from '../market/useMarket'
import type { Amount } from '../money/money'
import { useNow } from '../time/useNow'
import { useHydrated } from '../ui/loading/useHydrated'
import { type DealPrice, type ListPromotionsApiArg, useListPromotionsQuery } from './generated'

/** Milliseconds that a menu waits for its deals; late ones change its prices. A menu is cached for use offline, its deals are not. */
const patience = 2000

/**
 * Returns the deals that run or begin soon, and with a location the prices that they reduce. A deal or price that ends is dropped, and
 * the rest is refetched. Prerendered pages have none: they are older than the deals.
 */
export function useDeals(query: ListPromotionsApiArg = {}, skip = false) {
  const { acceptsOrders } = useMarket()
  const hydrated = useHydrated()
  const isOff = skip || !acceptsOrders
  const { currentData, isLoading, isError, refetch } = useListPromotionsQuery(query, {
    skip: isOff || !hydrated,
  })
  const now = useNow(15_000).getTime()
  const isPast = (instant?: string) => instant !== undefined && Date.parse(instant) <= now
  const { promotions = [], prices = [] } = currentData ?? {}
  const isStale =
    promotions.some(({ ends, next }) => isPast(ends) || isPast(next)) ||
    prices.some(({ ends }) => isPast(ends))
  const staleAt = isStale ? now : undefined
  useEffect(() => {
    if (staleAt) void refetch()
  }, [staleAt, refetch])
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  const isPending = !isOff && (!hydrated || isLoading)
  return {
    deals: promotions.filter(({ ends }) => !isPast(ends)),
    /** By item id. */
    prices: new Map(prices.filter(({ ends }) => !isPast(ends)).map((p) => [p.itemId, p] as const)),
    isLoading: isPending,
    /** Whether a page with other content should wait for the deals. */
    isAwaited: isPending && !isLate,
    isError: isError && !currentData,
  }
}

/** Returns the price of a unit with its choices after the deal. A percentage rounds half to even, as on the server. */
export function priceAfter(unit: Amount, { percent, was, price }: DealPrice): Amount {
  if (percent === undefined) return { ...unit, minor: Math.max(0, unit.minor - was.minor + price.minor) }
  const millionths = unit.minor * Math.round(percent * 10_000)
  const off = Math.floor(millionths / 1_000_000)
  const rest = (millionths % 1_000_000) - 500_000
  return { ...unit, minor: unit.minor - off - (rest > 0 || (rest === 0 && off % 2 === 1) ? 1 : 0) }
}
