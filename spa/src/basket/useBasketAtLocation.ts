import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiError } from '../api/errors'
import type { Basket, NewLine } from '../api/generated'
import { useProblemText } from '../api/useProblemText'
import { type HandoffType, handoffIds, handoffOf } from '../market/handoff'
import { isWrongCountry, useBasket, useFindBasket } from './basket'
import { basketStarted } from './basketSession'
import { enqueue, sendChange } from './changeQueue'
import { useBasketChanges } from './useBasketChanges'
import { transfersHold, useTransferBasket } from './useTransferBasket'

/** The restaurant of a page, as far as a cart asks of it: how it hands over, and how it would for this page. */
export interface LocationContext {
  id: string
  offered: readonly HandoffType[]
  handoff: HandoffType
  /** The handoff that the address of the page names, if there is one here: a cart that comes along is asked to take it. */
  named?: HandoffType
}

/** A cart that is now at this restaurant: with what line, and as it was before, maybe elsewhere or for another handoff. */
export interface Arrival {
  basket: Basket
  line?: NewLine
  before?: Basket
}

/** What came of adding a dish: it is in the cart; or the dialog asks first, and its answer is an arrival. */
type Addition = { outcome: 'added'; arrival: Arrival } | { outcome: 'question' }

/** What the guest is asked before a cart leaves its restaurant, or changes its handoff. */
interface Move {
  /** How the guest gets the food. */
  how?: boolean
  /** The dish that began it; without one only the cart moves. */
  line?: NewLine
  /** The cart as it stands; none when it is in another country. */
  left?: Basket
  /** What it would be here. Until the guest accepts, it is a trial: left is the cart, also after a reload. */
  there?: Basket
}

/**
 * The cart, as a restaurant's page sees it. A cart belongs to one restaurant: one that is elsewhere is neither left behind nor
 * changed before the guest said so. `onArrival` is called when an answer to the dialog, or a press that brings the cart, has brought it here;
 * `onHandoff` when another handoff was chosen while there is no cart to change.
 */
export function useBasketAtLocation(
  { id: locationId, offered, handoff, named }: LocationContext,
  onArrival: (arrival: Arrival) => void,
  onHandoff?: (type: HandoffType) => void,
) {
  const dispatch = useDispatch()
  const wording = useProblemText()
  const { basket, abroad } = useBasket()
  const find = useFindBasket()
  const changes = useBasketChanges()
  const { startHere, takeOver, withTime } = useTransferBasket(locationId, handoff)
  const [move, setMove] = useState<Move>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isElsewhere = (cart: Basket) => cart.count > 0 && cart.store.id !== locationId

  const begin = ({ basket }: Arrival) => {
    dispatch(basketStarted(basket))
    setAsking(false)
  }

  const arrive = (arrival: Arrival) => {
    begin(arrival)
    onArrival(arrival)
  }

  const ask = (question: Move) => {
    setMove(question)
    setAsking(true)
  }

  /**
   * Puts a dish into the cart, or asks first what happens to one elsewhere. Refused with an ApiError. In turn: the second of two
   * quick presses finds the cart that the first began.
   */
  const add = (line: NewLine, key: string) => enqueue(() => addNow(line, key))
  const addNow = async (line: NewLine, key: string): Promise<Addition> => {
    setError(undefined)
    try {
      const cart = await find()
      if (cart && isElsewhere(cart)) {
        ask({ line, left: cart })
        return { outcome: 'question' }
      }
      // An empty cart for another handoff is nothing to go on with.
      const fits = cart && (cart.count > 0 || cart.handoff === handoffIds[handoff])
      const here = fits && cart.store.id === locationId ? cart : undefined
      const basket = here ? await sendChange(here, changes.add(line), key) : await startHere({ line })
      const arrival = { basket, line, before: here }
      begin(arrival)
      return { outcome: 'added', arrival }
    } catch (refusal) {
      if (!isWrongCountry(refusal as ApiError)) throw refusal
      ask({ line })
      return { outcome: 'question' }
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

  /**
   * Tries the cart here: with the handoff that is asked for, else the one that the address names, else its own if there is
   * that here. What is the same comes at once; what is not, the handoff and the time included, is asked about.
   */
  const bring = (left: Basket, line?: NewLine, asked?: HandoffType) =>
    run(async () => {
      const own = handoffOf(left.handoff)
      const there = await startHere(
        { line, from: left.orderId },
        asked ?? named ?? (offered.includes(own) ? own : handoff),
      )
      const same =
        there.changes.length === 0 &&
        (!left.hold || transfersHold(there)) &&
        (asked !== undefined || there.handoff === left.handoff)
      if (same) return arrive({ basket: await withTime(there, left), line, before: left })
      ask({ line, left, there, how: asked !== undefined })
    })

  /** The guest chose how to get the food. */
  const choose = (type: HandoffType) => {
    const left = move?.left
    if (type === handoff) return keep()
    if (left) return bring(left, undefined, type)
    keep()
    onHandoff?.(type)
  }

  const accept = ({ line, left, there }: Move & { there: Basket }) =>
    run(async () => {
      const accepted = there.changes.length > 0 ? await takeOver(there) : there
      if (accepted.changes.length > 0) return ask({ line, left, there: accepted, how: move?.how })
      arrive({ basket: left ? await withTime(accepted, left) : accepted, line, before: left })
    })

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
    /** Asks how the guest gets the food. */
    askHow: () =>
      ask({ how: true, left: basket?.store.id === locationId && basket.count > 0 ? basket : undefined }),
    busy,
    error,
    /** Back to a cart that was left. */
    goBackTo: (left: Basket) => void dispatch(basketStarted(left)),
    /** What a dialog asks, and its answers. It stays known while the dialog fades. */
    dialog: {
      open: asking,
      move,
      busy,
      error,
      offered,
      now: handoff,
      onHow: choose,
      onKeep: keep,
      onBring: () => move?.left && bring(move.left, move.line),
      onBegin: () =>
        run(async () => arrive({ basket: await startHere({ line: move?.line }), line: move?.line })),
      onAccept: () => move?.there && accept({ ...move, there: move.there }),
    },
  }
}
