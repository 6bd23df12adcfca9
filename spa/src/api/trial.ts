import { type HandoffType, handoffIds } from '../market/handoff'
import { currentBasket, newIntention, versionOf } from './basket'
import type { ApiError } from './errors'
import {
  type Basket,
  type NewLine,
  useHoldTimeslotMutation,
  useReleaseTimeslotMutation,
  useStartBasketMutation,
  useUpdateBasketMutation,
} from './generated'

/** Whether the time of the cart that is left can be had here: it is only not held yet. */
export const bringsTime = (there: Basket): boolean => there.problems.some(({ code }) => code === 'hold-ended')

const changeOf = (cart: Basket) => ({
  orderId: cart.orderId,
  'If-Match': versionOf(cart),
  'Idempotency-Key': newIntention(),
})

/** The steps by which a cart comes to a restaurant. Each is refused with an ApiError, if nothing else is said. */
export function useTrial(locationId: string, handoff: HandoffType) {
  const [start] = useStartBasketMutation()
  const [update] = useUpdateBasketMutation()
  const [hold] = useHoldTimeslotMutation()
  const [release] = useReleaseTimeslotMutation()

  /** A new cart here: with a first dish, or with all that another one has and can be had here. */
  const startHere = (more: { line?: NewLine; from?: string }, type = handoff): Promise<Basket> =>
    start({
      startInputBody: { locationId, handoff: handoffIds[type], category: 'everyday', ...more },
    }).unwrap()

  /** The trial without its changes; or as it stands, when it changed once more. */
  const takeOver = async (there: Basket): Promise<Basket> => {
    try {
      return await update({ ...changeOf(there), updateInputBody: { acceptChanges: true } }).unwrap()
    } catch (refusal) {
      const current = currentBasket(refusal as ApiError)
      if (!current) throw refusal
      return current
    }
  }

  /** Holds the time that came along; until now the cart that is left held it. Nothing is refused. */
  const withTime = async (there: Basket, left: Basket): Promise<Basket> => {
    if (!left.hold || !bringsTime(there)) return there
    try {
      await release(changeOf(left)).unwrap()
      return await hold({ ...changeOf(there), holdInputBody: { start: left.hold.start } }).unwrap()
    } catch {
      return there // its time is asked for on the way to the payment, as any that is no longer held
    }
  }

  return { startHere, takeOver, withTime }
}
