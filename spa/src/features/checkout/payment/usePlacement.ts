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
import { draftForgotten } from '../draft'
import { type Attempt, clearAttempt, isFinalAnswer, storeAttempt, storedAttempt } from './attempt'

/** State of a placement. */
export type PlacementState =
  | { phase: 'ready' }
  | { phase: 'placing' }
  /** The bank authenticates the guest on its own page, shown in a dialog that the guest can close and reopen. */
  | { phase: 'bank'; orderToken: string; page: string; open: boolean }
  /** No answer arrived: the order may exist. `again` retries with the same idempotency key. */
  | { phase: 'unsure'; error: ApiError; again: () => void }
  /** The server rejected the placement: there is no order. */
  | { phase: 'refused'; error: ApiError }

/** Client timeout of a request; longer than the server's own. Milliseconds. */
const requestTimeout = 30_000
/** Number of retries while the server still processes the request, and the delay between them in milliseconds. */
const maxAttempts = 5
const between = 2000

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
  const [standing, setStanding] = useState<PlacementState>({ phase: 'ready' })
  const busy = useRef(false)
  const confirming = useRef(false)

  const send = ({ orderId, version, key, card, free }: Attempt) => {
    sent.add(key)
    confirming.current = false
    const same = { orderId, 'If-Match': version, 'Idempotency-Key': key }
    return card
      ? inTime(payByCard({ ...same, cardInputBody: card }))
      : inTime(payNothing({ ...same, freeInputBody: free! }))
  }
  const ask = (orderToken: string) => {
    confirming.current = true
    return inTime(confirm({ orderToken, 'Idempotency-Key': newIdempotencyKey() }))
  }

  /** The order exists: forget the attempt and go to the order's page. */
  const finish = async (orderToken: string) => {
    clearAttempt()
    await navigate(paths.order(orderToken), { replace: true })
    dispatch(orderPlaced(orderToken))
    dispatch(draftForgotten())
  }

  /** Returns the order that another tab created from this basket. */
  const orderOf = async (orderId: string | null) => {
    if (!orderId) return undefined
    const { data } = await readBasket({ orderId })
    return data?.orderToken
  }

  /** Retries the calls until one is answered, and handles the answer. */
  const settle = async (calls: () => Promise<Placement>) => {
    if (busy.current) return
    busy.current = true
    setStanding({ phase: 'placing' })
    try {
      const { state, orderToken, nextAction } = await answered(calls)
      if (state === 'authentication' && nextAction) {
        setStanding({ phase: 'bank', orderToken, page: nextAction, open: true })
      } else {
        await finish(orderToken)
      }
    } catch (thrown) {
      const error = thrown as ApiError
      const made = error.problem?.code === 'basket-closed' && (await orderOf(quote))
      if (made) {
        await finish(made)
      } else if (isFinalAnswer(error, confirming.current)) {
        clearAttempt()
        setStanding({ phase: 'refused', error })
        if (!currentBasket(error)) refetch()
      } else {
        setStanding({
          phase: 'unsure',
          error,
          again: () => void settle(calls),
        })
      }
    } finally {
      busy.current = false
    }
  }

  /** The bank may have answered an earlier authentication: check before sending the guest there again. */
  const replay = (attempt: Attempt) =>
    settle(async () => {
      const placement = await send(attempt)
      return placement.state === 'authentication' ? ask(placement.orderToken) : placement
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
    void settle(() => send(attempt))
  }

  // Resume an unanswered attempt of this tab, or an order that another tab started.
  const resumed = useRef(false)
  const underway = basket?.state === 'placing' ? basket.orderToken : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to resume
  useEffect(() => {
    if (resumed.current) return
    const attempt = storedAttempt()
    if (!attempt && !underway) return
    resumed.current = true
    if (attempt && sent.has(attempt.key)) {
      // The guest came back after a lost answer: retry only on request.
      setStanding({ phase: 'unsure', error: unknownError(), again: () => void replay(attempt) })
    } else if (attempt) void replay(attempt)
    else if (underway) void settle(() => ask(underway))
  }, [underway])

  // Retry when the connection is back.
  const again = standing.phase === 'unsure' ? standing.again : undefined
  useEffect(() => {
    if (!again) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])

  return {
    standing,
    place,
    /** Closes or reopens the bank's dialog. */
    showBank: (open: boolean) => setStanding((s) => (s.phase === 'bank' ? { ...s, open } : s)),
    /** The bank's page reports that the guest is back, or the guest confirms it. */
    returned: (orderToken: string) => void settle(() => ask(orderToken)),
    /** Cancels the order that waits for the bank, so that the guest can pay another way. */
    giveUp: (orderToken: string) =>
      void settle(async () => {
        await inTime(cancel({ orderToken, 'Idempotency-Key': newIdempotencyKey() }))
        return ask(orderToken)
      }),
    /** Clears a rejection that the guest has resolved. */
    mended: useCallback(() => setStanding((s) => (s.phase === 'refused' ? { phase: 'ready' } : s)), []),
  }
}

interface Call<T> {
  unwrap: () => Promise<T>
  abort: () => void
}

/** Returns the answer of a call. Aborts the call after the timeout. */
async function inTime<T>(call: Call<T>): Promise<T> {
  const timer = setTimeout(() => call.abort(), requestTimeout)
  try {
    return await call.unwrap()
  } finally {
    clearTimeout(timer)
  }
}

/** Retries a limited number of times while the server reports that the request is in progress. */
async function answered<T>(calls: () => Promise<T>): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await calls()
    } catch (error) {
      if ((error as ApiError).problem?.code !== 'in-flight' || attemptNumber === maxAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, between))
    }
  }
}
