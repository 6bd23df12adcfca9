import type { ApiError } from '../api/errors'
import { type Basket, generated, type NewLine, useStartBasketMutation } from '../api/generated'
import { type HandoffType, handoffIds } from '../market/handoff'
import { currentBasket } from './basket'
import { changeBasket } from './changeQueue'
import { useBasketChanges } from './useBasketChanges'

/** Whether the time of the cart that is left can be had here: it is only not held yet. */
export const transfersHold = (there: Basket): boolean =>
  there.problems.some(({ code }) => code === 'hold-ended')

/** The steps by which a cart comes to a restaurant. Each is refused with an ApiError, if nothing else is said. */
export function useTransferBasket(locationId: string, handoff: HandoffType) {
  const [start] = useStartBasketMutation()
  const { accept, hold } = useBasketChanges()
  const [look] = generated.endpoints.getBasket.useLazyQuery()

  /** A new cart here: with a first dish, or with all that another one has and can be had here. */
  const startHere = (more: { line?: NewLine; from?: string }, type = handoff): Promise<Basket> =>
    start({
      startInputBody: { locationId, handoff: handoffIds[type], category: 'everyday', ...more },
    }).unwrap()

  /** The trial without its changes; or as it stands, when it changed once more. */
  const takeOver = async (there: Basket): Promise<Basket> => {
    try {
      return await changeBasket(there, accept())
    } catch (refusal) {
      const current = currentBasket(refusal as ApiError)
      if (!current) throw refusal
      return current
    }
  }

  /** Takes over the held time from the cart that the guest leaves. If the call is refused, that cart keeps the time. */
  const withTime = async (there: Basket, left: Basket): Promise<Basket> => {
    if (!left.hold || !transfersHold(there)) return there
    const held = await changeBasket(there, hold({ start: left.hold.start }))
    void look({ orderId: left.orderId }) // its hold is gone, and the guest may return to it
    return held
  }

  return { startHere, takeOver, withTime }
}
