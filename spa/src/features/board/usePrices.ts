import { useMemo } from 'react'
import { type Amount, useGetMenusQuery } from '../../api/generated'
import { catering, everyday } from '../../market/categories'

/** Prices of a location by dish id; dishes that are not in the map are not served there. */
export type Prices = ReadonlyMap<string, Amount>

/** Returns the prices of a location's menus; undefined while loading or without a location. */
export function usePrices(locationId?: string) {
  const ask = { skip: !locationId }
  const burgers = useGetMenusQuery({ locationId: locationId ?? '', category: everyday }, ask)
  const trays = useGetMenusQuery({ locationId: locationId ?? '', category: catering }, ask)
  const [a, b] = [burgers.currentData, trays.currentData]
  const prices = useMemo(() => {
    if (!a || !b) return undefined
    const byItem = new Map<string, Amount>()
    for (const { sections } of [...a.menus, ...b.menus])
      for (const { items } of sections) for (const { id, price } of items) byItem.set(id, price)
    return byItem
  }, [a, b])
  return {
    prices,
    isError: burgers.isError || trays.isError,
    refetch: () => {
      void burgers.refetch()
      void trays.refetch()
    },
  }
}
