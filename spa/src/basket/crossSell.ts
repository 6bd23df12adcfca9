import { useMemo, useState } from 'react'
import { useStore } from 'react-redux'
import { type Basket, generated, type Item, type Line, useListCrossSellItemsQuery } from '../api/generated'

type Suggested = Pick<Line, 'itemId' | 'section'>

/** Returns the first available dish of a section that the cart has nothing from: no second drink for a cart with a drink. */
export function pickCrossSell(items: readonly Item[], lines: readonly Suggested[]): Item | undefined {
  return items.find(
    ({ id, section, unavailable }) =>
      !unavailable && lines.every((line) => line.itemId !== id && line.section !== section),
  )
}

/**
 * useCrossSell returns a dish that goes with the cart. Suggestions come with the details of a viewed dish; if none was viewed they are
 * requested once per visit, and only if `ask`.
 */
export function useCrossSell(
  { store: location, category, handoff, hold, lines }: Basket,
  ask: boolean,
): Item | undefined {
  const { getState } = useStore<{ [generated.reducerPath]: ReturnType<typeof generated.reducer> }>()
  const [items] = useState(() => lines.map(({ itemId }) => itemId))
  const cached = useMemo(() => {
    const state = getState()
    return generated.util
      .selectCachedArgsForQuery(state, 'getItemDetails')
      .filter(({ locationId, item }) => locationId === location.id && lines.some(({ slug }) => slug === item))
      .flatMap((asked) => generated.endpoints.getItemDetails.select(asked)(state).data?.upsell ?? [])
  }, [getState, location.id, lines])
  const { data } = useListCrossSellItemsQuery(
    { locationId: location.id, category, handoff, at: hold?.start, items, limit: 12 },
    { skip: !ask || cached.length > 0 },
  )
  return pickCrossSell(cached.length > 0 ? cached : (data?.items ?? []), lines)
}
