import {
  type Basket,
  type HoldInputBody,
  type Line,
  type NewLine,
  type UpdateInputBody,
  useAddLineMutation,
  useApplyCouponMutation,
  useApplyRewardMutation,
  useChangeLineMutation,
  useHoldTimeslotMutation,
  useRemoveCouponMutation,
  useRemoveLineMutation,
  useRemoveRewardMutation,
  useUpdateBasketMutation,
} from '../api/generated'
import { versionOf } from './basket'
import type { BasketChange } from './changeQueue'

const changeHeaders = (basket: Basket, key: string) => ({
  orderId: basket.orderId,
  'If-Match': versionOf(basket),
  'Idempotency-Key': key,
})

/** useBasketChanges returns every change that a guest can make to a basket. The queue sends them (changeQueue.ts). */
export function useBasketChanges() {
  const [addLine] = useAddLineMutation()
  const [changeLine] = useChangeLineMutation()
  const [removeLine] = useRemoveLineMutation()
  const [updateBasket] = useUpdateBasketMutation()
  const [holdTimeslot] = useHoldTimeslotMutation()
  const [applyCoupon] = useApplyCouponMutation()
  const [removeCoupon] = useRemoveCouponMutation()
  const [applyReward] = useApplyRewardMutation()
  const [removeReward] = useRemoveRewardMutation()

  const update = (body: UpdateInputBody): BasketChange => ({
    send: (basket, key) => updateBasket({ ...changeHeaders(basket, key), updateInputBody: body }).unwrap(),
  })

  const ofCoupon =
    (mutate: typeof applyCoupon | typeof removeCoupon) =>
    (code: string): BasketChange => ({
      repeatable: true,
      send: (basket, key) => {
        const { orderId, ...headers } = changeHeaders(basket, key)
        return mutate({ ...headers, couponInputBody: { orderId, code } }).unwrap()
      },
    })
  const ofReward =
    (mutate: typeof applyReward | typeof removeReward) =>
    (reward: string): BasketChange => ({
      repeatable: true,
      send: (basket, key) => {
        const { orderId, ...headers } = changeHeaders(basket, key)
        return mutate({ ...headers, rewardInputBody: { orderId, reward } }).unwrap()
      },
    })

  return {
    /** Adds a dish, or restores a removed line. */
    add: ({ itemId, quantity, choices, instructions }: NewLine): BasketChange => ({
      repeatable: true,
      send: (basket, key) => {
        const { orderId, ...headers } = changeHeaders(basket, key)
        const line = { itemId, quantity, choices, instructions }
        return addLine({ ...headers, addInputBody: { orderId, ...line } }).unwrap()
      },
    }),

    /** Replaces quantity, choices and instructions of a line. */
    edit: (
      lineId: string,
      { quantity, choices, instructions = '' }: Omit<NewLine, 'itemId'>,
    ): BasketChange => ({
      send: (basket, key) => {
        const { orderId, ...headers } = changeHeaders(basket, key)
        const body = { orderId, quantity, choices, instructions }
        return changeLine({ ...headers, lineId, changeInputBody: body }).unwrap()
      },
    }),

    /** `by` is relative, so that it can be retried for a line that was changed elsewhere. */
    changeQuantity: (line: Line, by: number): BasketChange => ({
      repeatable: true,
      send: (basket, key) => {
        const { orderId, ...headers } = changeHeaders(basket, key)
        const current = basket.lines.find(({ lineId }) => lineId === line.lineId) ?? line
        const body = { orderId, quantity: within(line, current.quantity + by) }
        return changeLine({ ...headers, lineId: line.lineId, changeInputBody: body }).unwrap()
      },
    }),

    remove: (lineId: string): BasketChange => ({
      repeatable: true,
      send: (basket, key) => removeLine({ ...changeHeaders(basket, key), lineId }).unwrap(),
    }),

    /** Accepts the changes that the guest has seen; the server rejects it if there are newer ones. */
    accept: () => update({ acceptChanges: true }),

    setCutlery: (cutlery: boolean): BasketChange => ({ ...update({ cutlery }), repeatable: true }),

    setInstructions: (instructions: string) => update({ instructions }),

    setTip: (tip: NonNullable<Basket['tip']>) => update({ tip }),

    /** Picks these deals instead of the best ones; none: the best again. */
    chooseDeals: (chosenDeals: string[]): BasketChange => ({ ...update({ chosenDeals }), repeatable: true }),

    applyCoupon: ofCoupon(applyCoupon),
    removeCoupon: ofCoupon(removeCoupon),
    applyReward: ofReward(applyReward),
    removeReward: ofReward(removeReward),

    /** Holds a time, or the earliest free one. */
    hold: (time: HoldInputBody): BasketChange => ({
      repeatable: true,
      send: (basket, key) => holdTimeslot({ ...changeHeaders(basket, key), holdInputBody: time }).unwrap(),
    }),
  }
}

function within({ minimum, maximum }: Line, quantity: number): number {
  return Math.max(minimum, Math.min(maximum, quantity))
}
