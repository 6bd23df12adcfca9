import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { ApiError } from '../api/errors'
import { type Basket, generated, type NewLine, useStartBasketMutation } from '../api/generated'
import { useAction } from '../api/useAction'
import { everyday } from '../market/categories'
import { type HandoffType, handoffIds, handoffOf } from '../market/handoff'
import { notify } from '../ui/overlay/notifications'
import { currentBasket, isWrongCountry, useBasket, useFindBasket } from './basket'
import { basketStarted } from './basketSession'
import { changeBasket, enqueue, sendChange } from './changeQueue'
import { useBasketChanges } from './useBasketChanges'

/** Location of a page with its handoffs, and the one that applies on this page. */
export interface LocationContext {
  id: string
  offered: readonly HandoffType[]
  handoff: HandoffType
  /** Handoff in the page's URL, if the location offers it. A cart that moves here takes it. */
  urlHandoff?: HandoffType
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
  /** True while the dialog asks for the handoff. */
  asksHandoff?: boolean
  /** Dish to add after the move; absent if only the cart moves. */
  line?: NewLine
  /** Current cart; absent if it is in another country. */
  cart?: Basket
  /** Trial cart at this location. Until the guest accepts, the page keeps `cart`, also after a reload. */
  trial?: Basket
}

/** Reports whether the previous cart's time is available here and only needs a hold. */
export const transfersHold = (there: Basket) => there.problems.some(({ code }) => code === 'hold-ended')

/**
 * useBasketAtLocation manages the cart on a location's pages. A cart belongs to one location; a cart at another one is neither replaced
 * nor changed without confirmation. `onArrival` is called when a dialog answer or a press has moved the cart here, or has changed its
 * handoff, after the guest was notified; `onHandoff` when the guest chose another handoff and has no cart.
 */
export function useBasketAtLocation(
  { id: locationId, offered, handoff, urlHandoff }: LocationContext,
  onArrival?: (arrival: Arrival) => void,
  onHandoff?: (type: HandoffType) => void,
) {
  const { t } = useTranslation()
  const dispatch = useDispatch()
  const { basket, abroad } = useBasket()
  const find = useFindBasket()
  const changes = useBasketChanges()
  const [start] = useStartBasketMutation()
  const [look] = generated.endpoints.getBasket.useLazyQuery()
  const [move, setMove] = useState<Move>()
  const [dialogOpen, setDialogOpen] = useState(false)
  const { run, busy, error, setError } = useAction()
  const isElsewhere = (cart: Basket) => cart.count > 0 && cart.store.id !== locationId

  /** Creates a new cart here, with a first dish or with the available contents of another cart. Rejects with an ApiError. */
  const startHere = (more: { line?: NewLine; from?: string }, type = handoff) =>
    start({
      startInputBody: { locationId, handoff: handoffIds[type], category: everyday, ...more },
    }).unwrap()

  /** Transfers the held time from the previous cart. On failure the previous cart keeps it. */
  const withTime = async (there: Basket, left?: Basket): Promise<Basket> => {
    if (!left?.hold || !transfersHold(there)) return there
    const held = await changeBasket(there, changes.hold({ start: left.hold.start }))
    void look({ orderId: left.orderId }) // refetch the previous cart without its hold, because the guest may return to it
    return held
  }

  const switchTo = ({ basket }: Arrival) => {
    dispatch(basketStarted(basket))
    setDialogOpen(false)
  }

  const arrive = (arrival: Arrival) => {
    switchTo(arrival)
    const { basket, line, before } = arrival
    if (!line && before?.store.id === locationId)
      notify({ text: t(`move.switched-${handoffOf(basket.handoff)}`), type: 'success', closeAfter: 5000 })
    onArrival?.(arrival)
  }

  const openDialog = (question: Move) => {
    setMove(question)
    setDialogOpen(true)
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
        openDialog({ line, cart })
        return { outcome: 'question' }
      }
      // An empty cart with another handoff is not reused.
      const fits = cart && (cart.count > 0 || cart.handoff === handoffIds[handoff])
      const cartHere = fits && cart.store.id === locationId ? cart : undefined
      const basket = cartHere ? await sendChange(cartHere, changes.add(line), key) : await startHere({ line })
      const arrival = { basket, line, before: cartHere }
      switchTo(arrival)
      return { outcome: 'added', arrival }
    } catch (refusal) {
      if (!isWrongCountry(refusal as ApiError)) throw refusal
      openDialog({ line })
      return { outcome: 'question' }
    }
  }

  /**
   * Creates a trial of the cart here, with the requested handoff, else the one in the URL, else its own if available. A trial without
   * changes is accepted at once; changes, including handoff and time, need confirmation.
   */
  const moveHere = (cart: Basket, line?: NewLine, requested?: HandoffType) =>
    run(async () => {
      const cartHandoff = handoffOf(cart.handoff)
      const trial = await startHere(
        { line, from: cart.orderId },
        requested ?? urlHandoff ?? (offered.includes(cartHandoff) ? cartHandoff : handoff),
      )
      const isUnchanged =
        trial.changes.length === 0 &&
        (!cart.hold || transfersHold(trial)) &&
        (requested !== undefined || trial.handoff === cart.handoff)
      if (isUnchanged) return arrive({ basket: await withTime(trial, cart), line, before: cart })
      openDialog({ line, cart, trial, asksHandoff: requested !== undefined })
    })

  /** Called when the guest chose a handoff. */
  const chooseHandoff = (type: HandoffType) => {
    const cart = move?.cart
    if (type === handoff) return keep()
    if (cart) return moveHere(cart, undefined, type)
    keep()
    onHandoff?.(type)
  }

  /** Accepts the changes of the trial. Returns the trial itself if it changed again. */
  const takeOver = (trial: Basket) =>
    changeBasket(trial, changes.accept()).catch((refusal: ApiError) => {
      const current = currentBasket(refusal)
      if (!current) throw refusal
      return current
    })

  const accept = ({ line, cart, trial }: Move & { trial: Basket }) =>
    run(async () => {
      const accepted = trial.changes.length > 0 ? await takeOver(trial) : trial
      if (accepted.changes.length > 0)
        return openDialog({ line, cart, trial: accepted, asksHandoff: move?.asksHandoff })
      arrive({ basket: await withTime(accepted, cart), line, before: cart })
    })

  const keep = () => {
    setDialogOpen(false)
    setError(undefined)
  }

  return {
    add,
    /** A non-empty cart at another location in this country. */
    elsewhere: basket && isElsewhere(basket) ? basket : undefined,
    abroad,
    moveHere,
    /** Asks for the handoff. */
    askForHandoff: () =>
      openDialog({
        asksHandoff: true,
        cart: basket?.store.id === locationId && basket.count > 0 ? basket : undefined,
      }),
    busy,
    error,
    /** Switches back to the previous cart. */
    goBackTo: (cart: Basket) => void dispatch(basketStarted(cart)),
    /** State and callbacks of the dialog. The content is kept while the dialog fades out. */
    dialog: {
      open: dialogOpen,
      move,
      busy,
      error,
      offered,
      now: handoff,
      onHandoff: chooseHandoff,
      onKeep: keep,
      onMoveHere: () => move?.cart && moveHere(move.cart, move.line),
      onStartNew: () =>
        run(async () => arrive({ basket: await startHere({ line: move?.line }), line: move?.line })),
      onAccept: () => move?.trial && accept({ ...move, trial: move.trial }),
    },
  }
}
