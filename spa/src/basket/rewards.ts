import type { Basket, DealCoupon } from '../api/generated'
import { useFindBasket } from './basket'
import { type BasketChange, changeBasket } from './changeQueue'
import { forgetRewards, keepChoice, type RewardKind } from './keptChoice'
import { useBasketChanges } from './useBasketChanges'

/** Whether a coupon is a reward, paid with points or given to the customer: it was not typed. */
export const isReward = ({ code }: Pick<DealCoupon, 'code'>) => code === ''

/** Returns the rewards of a basket. */
export const rewardsOf = (basket: Basket | undefined): DealCoupon[] =>
  basket?.deals?.coupons.filter(isReward) ?? []

/** Returns the points that the rewards of a basket take. */
export const pointsTaken = (basket: Basket | undefined) =>
  rewardsOf(basket).reduce((sum, { points = 0 }) => sum + points, 0)

/** Sends a change to the basket, and returns the changed one; undefined without a basket. Rejects with an ApiError. */
type Send = (change: BasketChange) => Promise<Basket | undefined>

/**
 * useRewards returns the changes of a reward. `add` adds it to the basket; without one it keeps it for the basket that the customer starts
 * later, in the cookie of its kind. `remove` removes it from the basket and forgets a kept one. Both return the changed basket. A page
 * that shows the basket passes its own `send`.
 */
export function useRewards(send?: Send) {
  const find = useFindBasket()
  const { applyReward, removeReward } = useBasketChanges()
  const sendToFound: Send = async (change) => {
    const basket = await find()
    return basket && changeBasket(basket, change)
  }
  const toBasket = send ?? sendToFound
  return {
    add: async (id: string, kind: RewardKind = 'reward', name?: string) => {
      const after = await toBasket(applyReward(id))
      if (!after) keepChoice(kind, id, name)
      return after
    },
    remove: async (id: string) => {
      forgetRewards(id)
      return toBasket(removeReward(id)) // also a kept one: the server may have added it and the response was lost
    },
  }
}
