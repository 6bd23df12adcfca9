import type { ApiError } from '../api/errors'
import { type Basket, generated, type NewLine, useStartBasketMutation } from '../api/generated'
import { everyday } from '../market/categories'
import { type HandoffType, handoffIds } from '../market/handoff'
import { currentBasket } from './basket'
import { changeBasket } from './changeQueue'
import { useBasketChanges } from './useBasketChanges'

/** Reports whether the previous cart's time is available here and only needs a hold. */
export const transfersHold = (there: Basket): boolean =>
  there.problems.some(({ code }) => code === 'hold-ended')

/** useTransferBasket returns the steps that move a cart to a location. Each rejects with an ApiError unless noted. */
export function useTransferBasket(locationId: string, handoff: HandoffType) {
  const [start] = useStartBasketMutation()
  const { accept, hold } = useBasketChanges()
  const [look] = generated.endpoints.getBasket.useLazyQuery()

  /** Creates a new cart here, with a first dish or with the available contents of another cart. */
  const startHere = (more: { line?: NewLine; from?: string }, type = handoff): Promise<Basket> =>
    start({
      startInputBody: { locationId, handoff: handoffIds[type], category: everyday, ...more },
    }).unwrap()

  /** Accepts the changes of the trial. Returns the trial itself if it changed again. */
  const takeOver = async (there: Basket): Promise<Basket> => {
    try {
      return await changeBasket(there, accept())
    } catch (refusal) {
      const current = currentBasket(refusal as ApiError)
      if (!current) throw refusal
      return current
    }
  }

  /** Transfers the held time from the previous cart. On failure the previous cart keeps it. */
  const withTime = async (there: Basket, left: Basket): Promise<Basket> => {
    if (!left.hold || !transfersHold(there)) return there
    const held = await changeBasket(there, hold({ start: left.hold.start }))
    void look({ orderId: left.orderId }) // refetch the previous cart without its hold, because the guest may return to it
    return held
  }

  return { startHere, takeOver, withTime }
}
