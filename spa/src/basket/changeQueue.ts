import { useState } from 'react'
import type { ApiError } from '../api/errors'
import type { Basket } from '../api/generated'
import { currentBasket, newIdempotencyKey } from './basket'

/** A change of a basket. */
export interface BasketChange {
  /** Sends it for this basket. The key makes it happen once, however often it is sent. */
  send: (basket: Basket, key: string) => Promise<Basket>
  /** It does not depend on what the guest saw of the basket. */
  repeatable?: boolean
}

let last: Promise<unknown> = Promise.resolve()
let newest: Basket | undefined

/** Runs steps that read or write the basket one after another: a guest taps faster than a server answers. */
export function enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
  const turn = last.then(step)
  last = turn.catch(() => {})
  return turn
}

/** Sends a change in its turn, for the basket that the change before it gave. It is refused with an ApiError. */
export function changeBasket(
  basket: Basket,
  change: BasketChange,
  key = newIdempotencyKey(),
): Promise<Basket> {
  return enqueue(() => sendChange(basket, change, key))
}

/** A sent change: the basket that it was sent for, and its idempotency key. */
interface Attempt {
  basket: Basket
  key: string
}

/** The attempts that the server may have made without saying so, by the key of their intention. */
const unanswered = new Map<string, Attempt>()

/**
 * Sends a change at once; a step that is in its turn already needs this. It is the one retry policy of a press; useQuantity repeats presses that had no answer. A change without an answer is sent again
 * for the same basket under the same key, also by a later call with the same intention. The server may have made it: it refuses the key with
 * another body, and makes the change twice under another key. When the basket was changed elsewhere, a repeatable change is sent again for
 * the current basket; any other is refused with basket-changed, and the cache holds the current basket.
 */
export async function sendChange(
  seen: Basket,
  { send, repeatable }: BasketChange,
  intention: string,
): Promise<Basket> {
  const attempt = async (sent: Attempt): Promise<Basket> => {
    unanswered.set(intention, sent)
    try {
      newest = await send(sent.basket, sent.key).catch((refusal: ApiError) => {
        if (isUnanswered(refusal) && navigator.onLine) return send(sent.basket, sent.key)
        throw refusal
      })
      unanswered.delete(intention)
      return newest
    } catch (thrown) {
      const refusal = thrown as ApiError
      if (refusal.status < 500) unanswered.delete(intention)
      newest = currentBasket(refusal) ?? newest
      throw refusal
    }
  }

  const lost = unanswered.get(intention)
  const first = lost?.basket.orderId === seen.orderId ? lost : { basket: newer(seen), key: intention }
  try {
    return await attempt(first)
  } catch (refusal) {
    const current = currentBasket(refusal as ApiError)
    if (!current || !repeatable) throw refusal
    return attempt({ basket: current, key: `${first.key}-again` })
  }
}

/** Whether the server did not answer: it may have made the change, or never heard of it. */
export const isUnanswered = (refusal: ApiError) => refusal.name === 'Error'

function newer(basket: Basket): Basket {
  return newest && newest.orderId === basket.orderId && newest.version > basket.version ? newest : basket
}

/** The changes that a page sends for its basket; `pending` while one has no answer yet. */
export function useChangeQueue(basket: Basket) {
  const [unanswered, setUnanswered] = useState(0)

  const change = (change: BasketChange, key?: string): Promise<Basket> => {
    setUnanswered((n) => n + 1)
    return changeBasket(basket, change, key).finally(() => setUnanswered((n) => n - 1))
  }

  /** The basket once every change has been answered. */
  const settled = async () => {
    await last
    return newer(basket)
  }

  return { change, settled, pending: unanswered > 0 }
}
