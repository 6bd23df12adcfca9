import { useMemo, useState } from 'react'
import { useStore } from 'react-redux'
import { type Basket, generated, type Item, type Line, useListCrossSellItemsQuery } from '../api/generated'

type Suggested = Pick<Line, 'itemId' | 'section'>

/** The first of the dishes that can be had and of whose section the cart has nothing: who has a drink wants no second one. */
export function pickCrossSell(items: readonly Item[], lines: readonly Suggested[]): Item | undefined {
  return items.find(
    ({ id, section, unavailable }) =>
      !unavailable && lines.every((line) => line.itemId !== id && line.section !== section),
  )
}

/**
 * A dish that goes with what is in the cart. A dish that was looked at has brought along what goes with it; only a cart of
 * others has it asked for, once a visit, and only if `ask`.
 */
export function useCrossSell(
  { store: location, category, handoff, hold, lines }: Basket,
  ask: boolean,
): Item | undefined {
  const { getState } = useStore<{ [generated.reducerPath]: ReturnType<typeof generated.reducer> }>()
  const [items] = useState(() => lines.map(({ itemId }) => itemId))
  const known = useMemo(() => {
    const state = getState()
    return generated.util
      .selectCachedArgsForQuery(state, 'getItemDetails')
      .filter(({ locationId, item }) => locationId === location.id && lines.some(({ slug }) => slug === item))
      .flatMap((asked) => generated.endpoints.getItemDetails.select(asked)(state).data?.upsell ?? [])
  }, [getState, location.id, lines])
  const { data } = useListCrossSellItemsQuery(
    { locationId: location.id, category, handoff, at: hold?.start, items, limit: 12 },
    { skip: !ask || known.length > 0 },
  )
  return pickCrossSell(known.length > 0 ? known : (data?.items ?? []), lines)
}
