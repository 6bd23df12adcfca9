import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import {
  type Basket,
  generated,
  type HoldInputBody,
  type Line,
  type NewLine,
  type UpdateInputBody,
} from '../api/generated'
import { versionOf } from './basket'
import type { BasketChange } from './changeQueue'

const { endpoints } = generated
const { addLine, changeLine, removeLine, updateBasket, holdTimeslot } = endpoints

/** Headers of a change: the basket's version and the idempotency key. */
interface ChangeHeaders {
  'If-Match': string
  'Idempotency-Key': string
}

type Call = { unwrap: () => Promise<Basket>; reset: () => void }
type Mutation = ThunkAction<Call, unknown, unknown, UnknownAction>

/** useBasketChanges returns every change that a guest can make to a basket. The queue sends them (changeQueue.ts). */
export const useBasketChanges = () => useSentChanges((change) => change)

/** useSentChanges returns the changes as functions that pass them to `send`. An idempotency key, if given, is passed too. */
export function useSentChanges<Sent>(send: (change: BasketChange, key?: string) => Sent) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()

  const changeWith =
    (repeatable: boolean) =>
    (initiate: (headers: ChangeHeaders, basket: Basket) => Mutation, key?: string): Sent =>
      send(
        {
          repeatable,
          send: (basket, key) => {
            const headers = { 'If-Match': versionOf(basket), 'Idempotency-Key': key }
            const call = dispatch(initiate(headers, basket))
            return call.unwrap().finally(call.reset) // the store would keep each answer
          },
        },
        key,
      )
  const change = changeWith(true)
  const changeOnce = changeWith(false)

  const update = (updateInputBody: UpdateInputBody, of = changeOnce) =>
    of((headers, { orderId }) => updateBasket.initiate({ ...headers, orderId, updateInputBody }))

  const coupon = (name: 'applyCoupon' | 'removeCoupon') => (code: string) =>
    change((headers, { orderId }) =>
      endpoints[name].initiate({ ...headers, couponInputBody: { orderId, code } }),
    )

  const reward = (name: 'applyReward' | 'removeReward') => (reward: string) =>
    change((headers, { orderId }) =>
      endpoints[name].initiate({ ...headers, rewardInputBody: { orderId, reward } }),
    )

  return {
    /** Adds a dish, or restores a removed line. */
    add: ({ itemId, quantity, choices, instructions }: NewLine) =>
      change((headers, { orderId }) =>
        addLine.initiate({
          ...headers,
          addInputBody: { orderId, itemId, quantity, choices, instructions },
        }),
      ),

    /** Replaces quantity, choices and instructions of a line. */
    edit: (lineId: string, { quantity, choices, instructions = '' }: Omit<NewLine, 'itemId'>) =>
      changeOnce((headers, { orderId }) =>
        changeLine.initiate({
          ...headers,
          lineId,
          changeInputBody: { orderId, quantity, choices, instructions },
        }),
      ),

    /** `by` is relative, so that it can be retried for a line that was changed elsewhere. */
    changeQuantity: (line: Line, by: number, key?: string) =>
      change((headers, { orderId, lines }) => {
        const { lineId, quantity } = lines.find((current) => current.lineId === line.lineId) ?? line
        const changeInputBody = { orderId, quantity: within(line, quantity + by) }
        return changeLine.initiate({ ...headers, lineId, changeInputBody })
      }, key),

    remove: ({ lineId }: Line) =>
      change((headers, { orderId }) => removeLine.initiate({ ...headers, orderId, lineId })),

    /** Accepts the changes that the guest has seen; the server rejects it if there are newer ones. */
    accept: () => update({ acceptChanges: true }),

    setCutlery: (cutlery: boolean) => update({ cutlery }, change),

    setInstructions: (instructions: string) => update({ instructions }),

    setTip: (tip: NonNullable<Basket['tip']>) => update({ tip }),

    /** Picks these deals instead of the best ones; none: the best again. */
    chooseDeals: (chosenDeals: string[]) => update({ chosenDeals }, change),

    applyCoupon: coupon('applyCoupon'),
    removeCoupon: coupon('removeCoupon'),
    applyReward: reward('applyReward'),
    removeReward: reward('removeReward'),

    /** Holds a time, or the earliest free one. */
    hold: (holdInputBody: HoldInputBody) =>
      change((headers, { orderId }) => holdTimeslot.initiate({ ...headers, orderId, holdInputBody })),
  }
}

function within({ minimum, maximum }: Line, quantity: number): number {
  return Math.max(minimum, Math.min(maximum, quantity))
}
