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

/** Location of a page with its handoffs, and the one that applies on this page. */
export interface LocationContext {
  id: string
  offered: readonly HandoffType[]
  handoff: HandoffType
  /** Handoff in the page's URL, if the location offers it: a moved cart is asked to take it. */
  named?: HandoffType
}

/** A cart that arrived at this location, with the added line and the cart's previous state. */
export interface Arrival {
  basket: Basket
  line?: NewLine
  before?: Basket
}

/** Result of adding a dish: it was added, or the dialog asks first and its answer leads to an arrival. */
type Addition = { outcome: 'added'; arrival: Arrival } | { outcome: 'question' }

/** Question before a cart changes its location or handoff. */
interface Move {
  /** Asks for the handoff. */
  how?: boolean
  /** Dish to add after the move; absent if only the cart moves. */
  line?: NewLine
  /** Current cart; absent if it is in another country. */
  left?: Basket
  /** Trial cart at this location. Until the guest accepts, `left` remains the cart, also after a reload. */
  there?: Basket
}

/**
 * useBasketAtLocation manages the cart on a location's pages. A cart belongs to one location; a cart at another one is neither replaced
 * nor changed without confirmation. `onArrival` is called when a dialog answer or a press has moved the cart here; `onHandoff` when
 * another handoff was chosen and there is no cart.
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
   * Adds a dish, or first asks about a cart elsewhere. Rejects with an ApiError. Queued, so that the second of two quick presses uses
   * the cart that the first one created.
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
      // An empty cart with another handoff is not reused.
      const fits = cart && (cart.count > 0 || cart.handoff === handoffIds[handoff])
      const cartHere = fits && cart.store.id === locationId ? cart : undefined
      const basket = cartHere ? await sendChange(cartHere, changes.add(line), key) : await startHere({ line })
      const arrival = { basket, line, before: cartHere }
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
   * Creates a trial of the cart here, with the requested handoff, else the one in the URL, else its own if available. A trial without
   * changes is accepted at once; changes, including handoff and time, need confirmation.
   */
  const bring = (left: Basket, line?: NewLine, requested?: HandoffType) =>
    run(async () => {
      const cartHandoff = handoffOf(left.handoff)
      const there = await startHere(
        { line, from: left.orderId },
        requested ?? named ?? (offered.includes(cartHandoff) ? cartHandoff : handoff),
      )
      const same =
        there.changes.length === 0 &&
        (!left.hold || transfersHold(there)) &&
        (requested !== undefined || there.handoff === left.handoff)
      if (same) return arrive({ basket: await withTime(there, left), line, before: left })
      ask({ line, left, there, how: requested !== undefined })
    })

  /** Called when the guest chose a handoff. */
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
    /** A non-empty cart at another location in this country. */
    elsewhere: basket && isElsewhere(basket) ? basket : undefined,
    abroad,
    bring,
    /** Asks for the handoff. */
    askHow: () =>
      ask({ how: true, left: basket?.store.id === locationId && basket.count > 0 ? basket : undefined }),
    busy,
    error,
    /** Switches back to the previous cart. */
    goBackTo: (left: Basket) => void dispatch(basketStarted(left)),
    /** State and callbacks of the dialog. The content is kept while the dialog fades out. */
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
