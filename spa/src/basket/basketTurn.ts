import { useState } from 'react'
import type { ApiError } from '../api/errors'
import type { Basket } from '../api/generated'
import { currentBasket, newIntention } from './basket'

/** Sends a change of this basket; the key makes it happen once, however often it is sent. */
type Send = (basket: Basket, key: string) => Promise<Basket>

let last: Promise<unknown> = Promise.resolve()
let newest: Basket | undefined

/**
 * Changes of a basket go one after another, each from the version that the one before gave: a guest taps faster than a server
 * answers. An answer that got lost is asked for once more, under the same key. When the basket was changed elsewhere, a change
 * that does not depend on what the guest saw (`again`) is made once more on the basket as it is; any other is refused with
 * basket-changed, and the cache holds the current basket.
 */
export function useBasketTurn(basket: Basket) {
  const [under, setUnder] = useState(0)

  const change = (send: Send, again = false, key = newIntention()): Promise<Basket> => {
    setUnder((n) => n + 1)
    const turn = last
      .then(() => attempt(newer(basket), send, again, key))
      .then((after) => {
        newest = after
        return after
      })
      .finally(() => setUnder((n) => n - 1))
    last = turn.catch(() => {})
    return turn
  }

  /** The basket once every change has been answered. */
  const settled = async () => {
    await last
    return newer(basket)
  }

  return { change, settled, pending: under > 0 }
}

function newer(basket: Basket): Basket {
  return newest && newest.orderId === basket.orderId && newest.version > basket.version ? newest : basket
}

async function attempt(basket: Basket, send: Send, again: boolean, key: string): Promise<Basket> {
  try {
    return await send(basket, key)
  } catch (refusal) {
    const error = refusal as ApiError
    if (error.name === 'Error' && navigator.onLine) return send(basket, key)
    const current = currentBasket(error)
    if (!current) throw refusal
    newest = current
    if (!again) throw refusal
    return send(current, `${key}-again`)
  }
}
