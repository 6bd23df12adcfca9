import { useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useNavigate } from 'react-router'
import { type ApiError, unknownError } from '../../../api/errors'
import {
  type Basket,
  type CardInputBody,
  type FreeInputBody,
  generated,
  type Placement,
  useCancelOrderMutation,
  useConfirmAuthenticationMutation,
  usePayByCardMutation,
  usePayNothingMutation,
} from '../../../api/generated'
import { currentBasket, newIdempotencyKey, useBasket, versionOf } from '../../../basket/basket'
import { orderPlaced, selectQuote } from '../../../basket/basketSession'
import { usePaths } from '../../../market/useMarket'
import { clear } from '../../../ui/overlay/notifications'
import { draftCleared, selectContact } from '../draft'
import { rememberPlaced } from '../placed'
import { type Attempt, clearAttempt, isFinalAnswer, storeAttempt, storedAttempt } from './attempt'

/** State of a placement. */
export type PlacementState =
  | { phase: 'ready' }
  | { phase: 'placing' }
  /** The bank authenticates the guest on its own page, shown in a dialog that the guest can close and reopen. */
  | { phase: 'bank'; orderToken: string; page: string; open: boolean }
  /** No answer arrived: the order may exist. `retry` sends the request again with the same idempotency key. */
  | { phase: 'unsure'; error: ApiError; retry: () => void }
  /** The server rejected the placement: there is no order. */
  | { phase: 'refused'; error: ApiError }

/** Client timeout of a request; longer than the server's own. Milliseconds. */
const requestTimeout = 30_000
/** Number of attempts while the server still processes the request, and the delay between them in milliseconds. */
const maxAttempts = 5
const retryDelay = 2000

/** Idempotency keys sent since the document loaded. */
const sent = new Set<string>()

export type OrderPlacement = ReturnType<typeof usePlacement>

/** usePlacement places a basket's order exactly once, across repeated presses, retries and reloads, then navigates to the order's page. */
export function usePlacement(basket: Basket | undefined) {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const paths = usePaths()
  const { refetch } = useBasket()
  const [payByCard] = usePayByCardMutation()
  const [payNothing] = usePayNothingMutation()
  const [confirm] = useConfirmAuthenticationMutation()
  const [cancel] = useCancelOrderMutation()
  const [readBasket] = generated.useLazyGetBasketQuery()
  const quote = useSelector(selectQuote)
  const contact = useSelector(selectContact)
  const [state, setState] = useState<PlacementState>({ phase: 'ready' })
  const busy = useRef(false)
  const confirming = useRef(false)

  const send = ({ orderId, version, key, card, free }: Attempt) => {
    sent.add(key)
    confirming.current = false
    const parameters = { orderId, 'If-Match': version, 'Idempotency-Key': key }
    return card
      ? withTimeout(payByCard({ ...parameters, cardInputBody: card }))
      : withTimeout(payNothing({ ...parameters, freeInputBody: free! }))
  }
  const confirmWithBank = (orderToken: string) => {
    confirming.current = true
    return withTimeout(confirm({ orderToken, 'Idempotency-Key': newIdempotencyKey() }))
  }

  /** The order exists: forget the attempt and go to the order's page. */
  const finish = async (orderToken: string) => {
    clearAttempt()
    rememberPlaced(orderToken, contact)
    clear() // of the cart: "Undo" can change nothing any more
    await navigate(paths.order(orderToken), { replace: true })
    dispatch(orderPlaced(orderToken))
    dispatch(draftCleared())
  }

  /** Returns the order that another tab created from this basket. */
  const orderTokenOf = async (orderId: string | null) => {
    if (!orderId) return undefined
    const { data } = await readBasket({ orderId })
    return data?.orderToken
  }

  /** Retries the calls until one is answered, and handles the answer. */
  const runUntilFinal = async (calls: () => Promise<Placement>) => {
    if (busy.current) return
    busy.current = true
    setState({ phase: 'placing' })
    try {
      const { state, orderToken, nextAction } = await retryWhileInFlight(calls)
      if (state === 'authentication' && nextAction) {
        setState({ phase: 'bank', orderToken, page: nextAction, open: true })
      } else {
        await finish(orderToken)
      }
    } catch (thrown) {
      const error = thrown as ApiError
      const existingOrder = error.problem?.code === 'basket-closed' && (await orderTokenOf(quote))
      if (existingOrder) {
        await finish(existingOrder)
      } else if (isFinalAnswer(error, confirming.current)) {
        clearAttempt()
        setState({ phase: 'refused', error })
        if (!currentBasket(error)) refetch()
      } else {
        setState({
          phase: 'unsure',
          error,
          retry: () => void runUntilFinal(calls),
        })
      }
    } finally {
      busy.current = false
    }
  }

  /** The bank may have answered an earlier authentication: check before sending the guest there again. */
  const resume = (attempt: Attempt) =>
    runUntilFinal(async () => {
      const placement = await send(attempt)
      return placement.state === 'authentication' ? confirmWithBank(placement.orderToken) : placement
    })

  const place = (what: { card: CardInputBody } | { free: FreeInputBody }) => {
    if (!basket || busy.current) return
    const attempt: Attempt = {
      orderId: basket.orderId,
      version: versionOf(basket),
      key: newIdempotencyKey(),
      ...what,
    }
    storeAttempt(attempt)
    void runUntilFinal(() => send(attempt))
  }

  // Resume an unanswered attempt of this tab, or an order that another tab started.
  const resumed = useRef(false)
  const startedOrder = basket?.state === 'placing' ? basket.orderToken : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to resume
  useEffect(() => {
    if (resumed.current) return
    const attempt = storedAttempt()
    if (!attempt && !startedOrder) return
    resumed.current = true
    if (attempt && sent.has(attempt.key)) {
      // The guest came back after a lost answer: retry only on request.
      setState({ phase: 'unsure', error: unknownError(), retry: () => void resume(attempt) })
    } else if (attempt) void resume(attempt)
    else if (startedOrder) void runUntilFinal(() => confirmWithBank(startedOrder))
  }, [startedOrder])

  // Retry when the connection is back.
  const retry = state.phase === 'unsure' ? state.retry : undefined
  useEffect(() => {
    if (!retry) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])

  return {
    state,
    place,
    /** Closes or reopens the bank's dialog. */
    showBank: (open: boolean) => setState((s) => (s.phase === 'bank' ? { ...s, open } : s)),
    /** The bank's page reports that the guest is back, or the guest confirms it. */
    confirmWithBank: (orderToken: string) => void runUntilFinal(() => confirmWithBank(orderToken)),
    /** Cancels the order that waits for the bank, so that the guest can pay another way. */
    giveUp: (orderToken: string) =>
      void runUntilFinal(async () => {
        await withTimeout(cancel({ orderToken, 'Idempotency-Key': newIdempotencyKey() }))
        return confirmWithBank(orderToken)
      }),
    /** Clears a rejection that the guest has resolved. */
    clearRejection: useCallback(() => setState((s) => (s.phase === 'refused' ? { phase: 'ready' } : s)), []),
  }
}

interface Call<T> {
  unwrap: () => Promise<T>
  abort: () => void
}

/** Returns the answer of a call. Aborts the call after the timeout. */
async function withTimeout<T>(call: Call<T>): Promise<T> {
  const timer = setTimeout(() => call.abort(), requestTimeout)
  try {
    return await call.unwrap()
  } finally {
    clearTimeout(timer)
  }
}

/** Retries a limited number of times while the server reports that the request is in progress. */
async function retryWhileInFlight<T>(calls: () => Promise<T>): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await calls()
    } catch (error) {
      if ((error as ApiError).problem?.code !== 'in-flight' || attemptNumber === maxAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelay))
    }
  }
}
