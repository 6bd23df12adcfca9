import { useState } from 'react'
import type { ApiError } from '../api/errors'
import type { Basket } from '../api/generated'
import { currentBasket, newIdempotencyKey } from './basket'

/** A change of a basket. */
export interface BasketChange {
  /** Sends the change for this basket. The idempotency key applies it once. */
  send: (basket: Basket, key: string) => Promise<Basket>
  /** The change is independent of the basket's version. */
  repeatable?: boolean
}

let last: Promise<unknown> = Promise.resolve()
let newest: Basket | undefined

/** Queues a step that reads or writes the basket: guests tap faster than the server answers. */
export function enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
  const turn = last.then(step)
  last = turn.catch(() => {})
  return turn
}

/** Queues a change for the basket that the previous change returned. Rejects with an ApiError. */
export function changeBasket(
  basket: Basket,
  change: BasketChange,
  key = newIdempotencyKey(),
): Promise<Basket> {
  return enqueue(() => sendChange(basket, change, key))
}

/** A sent change: its basket and idempotency key. */
interface Attempt {
  basket: Basket
  key: string
}

/** Attempts without an answer, by idempotency key. The server may have applied them. */
const unanswered = new Map<string, Attempt>()

/**
 * sendChange sends a change at once, for steps that are already in the queue. It is the single retry policy of presses; useQuantity
 * repeats presses without an answer. A change without an answer is retried for the same basket with the same key, also by a later call
 * with that key. The server may have applied it: it rejects the key with another body, and would apply the change twice with another
 * key. After a version conflict a repeatable change is retried for the current basket; any other rejects with basket-changed, and the
 * cache holds the current basket.
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

  const unansweredAttempt = unanswered.get(intention)
  const first =
    unansweredAttempt?.basket.orderId === seen.orderId
      ? unansweredAttempt
      : { basket: newer(seen), key: intention }
  try {
    return await attempt(first)
  } catch (refusal) {
    const current = currentBasket(refusal as ApiError)
    if (!current || !repeatable) throw refusal
    return attempt({ basket: current, key: `${first.key}-again` })
  }
}

/** Reports whether there was no answer: the server may or may not have applied the change. */
export const isUnanswered = (refusal: ApiError) => refusal.name === 'Error'

function newer(basket: Basket): Basket {
  return newest && newest.orderId === basket.orderId && newest.version > basket.version ? newest : basket
}

/** useChangeQueue sends a page's changes to its basket; `pending` is true while one is unanswered. */
export function useChangeQueue(basket: Basket) {
  const [unanswered, setUnanswered] = useState(0)

  const change = (change: BasketChange, key?: string): Promise<Basket> => {
    setUnanswered((n) => n + 1)
    return changeBasket(basket, change, key).finally(() => setUnanswered((n) => n - 1))
  }

  /** Returns the basket once every change is answered. */
  const settled = async () => {
    await last
    return newer(basket)
  }

  return { change, settled, pending: unanswered > 0 }
}
