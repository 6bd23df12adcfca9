import { useState } from 'react'
import { useDispatch } from 'react-redux'
import {
  currentBasket,
  isAbroad,
  newIntention,
  useAddToBasket,
  useBasket,
  useFindBasket,
  versionOf,
} from './basket'
import type { ApiError } from './errors'
import {
  type Basket,
  type Location,
  type NewLine,
  useStartBasketMutation,
  useUpdateBasketMutation,
} from './generated'
import { basketStarted } from './session'
import { useProblemText } from './useProblemText'

/** A cart that is now at this restaurant: with what line, and as it was before, maybe elsewhere. */
export interface Arrival {
  basket: Basket
  line?: NewLine
  before?: Basket
}

/** What the guest is asked before a cart leaves its restaurant. */
export interface Move {
  /** The dish that began it; without one only the cart moves. */
  line?: NewLine
  /** The cart as it stands; none when it is in another country. */
  left?: Basket
  /** What it would be here. Until the guest accepts, it is a trial: left is the cart, also after a reload. */
  there?: Basket
}

/**
 * The cart, as a restaurant's page sees it. A cart belongs to one restaurant: one that is elsewhere is neither left behind nor
 * changed before the guest said so. `onArrival` hears of every dish, or whole cart, that came here.
 */
export function useCartHere({ id: locationId }: Location, onArrival: (arrival: Arrival) => void) {
  const dispatch = useDispatch()
  const wording = useProblemText()
  const { basket, abroad } = useBasket()
  const find = useFindBasket()
  const addTo = useAddToBasket()
  const [start] = useStartBasketMutation()
  const [update] = useUpdateBasketMutation()
  const [move, setMove] = useState<Move>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isElsewhere = (cart: Basket) => cart.count > 0 && cart.store.id !== locationId

  const startHere = (more: { line?: NewLine; from?: string }) =>
    start({
      startInputBody: { locationId, handoff: 2, category: 'everyday', ...more },
    }).unwrap()

  const arrive = (arrival: Arrival) => {
    dispatch(basketStarted(arrival.basket.orderId))
    setAsking(false)
    onArrival(arrival)
  }

  const ask = (question: Move) => {
    setMove(question)
    setAsking(true)
  }

  /** Puts a dish into the cart, or asks first what happens to one elsewhere. Refused with an ApiError. */
  const add = async (line: NewLine, key: string): Promise<void> => {
    setError(undefined)
    try {
      const cart = await find()
      if (cart && isElsewhere(cart)) return ask({ line, left: cart })
      const here = cart?.store.id === locationId ? cart : undefined
      arrive({
        basket: here ? await addTo(here, line, key) : await startHere({ line }),
        line,
        before: here,
      })
    } catch (refusal) {
      if (!isAbroad(refusal as ApiError)) throw refusal
      ask({ line })
    }
  }

  async function run(step: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await step()
    } catch (refusal) {
      setError(wording(refusal as ApiError))
    } finally {
      setBusy(false)
    }
  }

  /** Tries the cart here. What is the same comes at once; what is not, the time included, is asked about. */
  const bring = (left: Basket, line?: NewLine) =>
    run(async () => {
      const there = await startHere({ line, from: left.orderId })
      if (there.changes.length === 0 && !left.hold) return arrive({ basket: there, line, before: left })
      ask({ line, left, there })
    })

  const accept = ({ line, left, there }: Move & { there: Basket }) =>
    run(async () => {
      const accepted = there.changes.length > 0 ? await takeOver(there) : there
      if (accepted.changes.length > 0) return ask({ line, left, there: accepted })
      arrive({ basket: accepted, line, before: left })
    })

  /** The trial without its changes; or as it stands, when it changed once more. */
  const takeOver = async (there: Basket): Promise<Basket> => {
    try {
      return await update({
        'If-Match': versionOf(there),
        'Idempotency-Key': newIntention(),
        orderId: there.orderId,
        updateInputBody: { acceptChanges: true },
      }).unwrap()
    } catch (refusal) {
      const current = currentBasket(refusal as ApiError)
      if (!current) throw refusal
      return current
    }
  }

  const keep = () => {
    setAsking(false)
    setError(undefined)
  }

  return {
    add,
    /** A cart with something in it at another restaurant of this country. */
    elsewhere: basket && isElsewhere(basket) ? basket : undefined,
    abroad,
    bring,
    busy,
    error,
    /** Back to a cart that was left. */
    goBackTo: (left: Basket) => void dispatch(basketStarted(left.orderId)),
    /** What a dialog asks, and its answers. It stays known while the dialog fades. */
    dialog: {
      open: asking,
      move,
      busy,
      error,
      onKeep: keep,
      onBring: () => move?.left && bring(move.left, move.line),
      onBegin: () =>
        run(async () => arrive({ basket: await startHere({ line: move?.line }), line: move?.line })),
      onAccept: () => move?.there && accept({ ...move, there: move.there }),
    },
  }
}
