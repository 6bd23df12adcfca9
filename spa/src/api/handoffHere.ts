import { type HandoffType, handoffIds, handoffOf, handoffsOf, readHandoff } from '../market/handoff'
import type { Here } from './cartHere'
import type { Basket, Location } from './generated'

/**
 * How a restaurant hands over on its pages: as the cart that is here says; before there is one, as the address asks, if that is
 * offered.
 */
export function hereAt(location: Location, search: string, basket: Basket | undefined): Here {
  const offered = handoffsOf(location.handoffs.map(({ id }) => id))
  const asked = readHandoff(search)
  const cart = basket?.store.id === location.id && basket.count > 0 ? handoffOf(basket.handoff) : undefined
  const handoff = cart ?? (offered.includes(asked) ? asked : (offered[0] ?? 'carryout'))
  return { id: location.id, offered, handoff }
}

/** UTC; the earliest time that can be ordered that way. */
export function nextAt({ handoffs }: Pick<Location, 'handoffs'>, type: HandoffType): string | undefined {
  return handoffs.find(({ id }) => id === handoffIds[type])?.next
}
