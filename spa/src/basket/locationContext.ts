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

/** Returns the handoff on a location's pages: that of the cart here, else the one in the URL if the location offers it. */
export function locationContextOf(
  location: Location,
  search: string,
  basket: Basket | undefined,
): LocationContext {
  const offered = handoffsOf(location.handoffs.map(({ id }) => id))
  const requested = readHandoff(search)
  const inUrl = handoffNamed(new URLSearchParams(search).get('type'))
  const cart = basket?.store.id === location.id && basket.count > 0 ? handoffOf(basket.handoff) : undefined
  const handoff = cart ?? (offered.includes(requested) ? requested : (offered[0] ?? 'carryout'))
  return {
    id: location.id,
    offered,
    handoff,
    urlHandoff: inUrl && offered.includes(inUrl) ? inUrl : undefined,
  }
}

/** UTC; returns the earliest time that can be ordered with a handoff. */
export function earliestTime(
  { handoffs }: Pick<Location, 'handoffs'>,
  type: HandoffType,
): string | undefined {
  return handoffs.find(({ id }) => id === handoffIds[type])?.next
}

/**
 * useRememberedHandoff stores the handoff in the URL of a location page, and adds the stored one to URLs without it, such as shared
 * links. An existing cart keeps its own handoff.
 */
export function useRememberedHandoff() {
  const dispatch = useDispatch()
  const [query, setQuery] = useSearchParams()
  const remembered = useSelector(selectHandoff)
  const hasBasket = useSelector(selectQuote) !== null
  const named = handoffNamed(query.get('type'))
  useEffect(() => {
    if (named) dispatch(handoffChosen(named))
    else if (remembered && !hasBasket) {
      setQuery(
        (query) => {
          query.set('type', remembered)
          return query
        },
        { replace: true },
      )
    }
  }, [named, remembered, hasBasket, dispatch, setQuery])
}
