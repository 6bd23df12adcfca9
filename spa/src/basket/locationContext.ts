import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSearchParams } from 'react-router'
import type { Basket, Location } from '../api/generated'
import {
  type HandoffType,
  handoffIds,
  handoffNamed,
  handoffOf,
  handoffsOf,
  readHandoff,
} from '../market/handoff'
import { handoffChosen, selectHandoff, selectQuote } from './basketSession'
import type { LocationContext } from './useBasketAtLocation'

/**
 * How a restaurant hands over on its pages: as the cart that is here says; before there is one, as the address asks, if that is
 * offered.
 */
export function locationContextOf(
  location: Location,
  search: string,
  basket: Basket | undefined,
): LocationContext {
  const offered = handoffsOf(location.handoffs.map(({ id }) => id))
  const asked = readHandoff(search)
  const named = handoffNamed(new URLSearchParams(search).get('type'))
  const cart = basket?.store.id === location.id && basket.count > 0 ? handoffOf(basket.handoff) : undefined
  const handoff = cart ?? (offered.includes(asked) ? asked : (offered[0] ?? 'carryout'))
  return { id: location.id, offered, handoff, named: named && offered.includes(named) ? named : undefined }
}

/** UTC; the earliest time that can be ordered that way. */
export function earliestTime(
  { handoffs }: Pick<Location, 'handoffs'>,
  type: HandoffType,
): string | undefined {
  return handoffs.find(({ id }) => id === handoffIds[type])?.next
}

/**
 * The address of a restaurant's page says how the guest wants the food. What it says is remembered, and is filled into an address
 * that says nothing, as one that was printed or shared does; a cart that was begun has a handoff of its own.
 */
export function useRememberedHandoff() {
  const dispatch = useDispatch()
  const [query, setQuery] = useSearchParams()
  const remembered = useSelector(selectHandoff)
  const begun = useSelector(selectQuote) !== null
  const named = handoffNamed(query.get('type'))
  useEffect(() => {
    if (named) dispatch(handoffChosen(named))
    else if (remembered && !begun) {
      setQuery(
        (query) => {
          query.set('type', remembered)
          return query
        },
        { replace: true },
      )
    }
  }, [named, remembered, begun, dispatch, setQuery])
}
