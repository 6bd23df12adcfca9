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

/** How the placing of an order stands. */
export type PlacementState =
  | { phase: 'ready' }
  | { phase: 'placing' }
  /** The guest's bank asks the guest, on a page of its own; the guest may look away from it. */
  | { phase: 'bank'; orderToken: string; page: string; open: boolean }
  /** No answer came: the order may stand or not. The same wish is sent again. */
  | { phase: 'unsure'; error: ApiError; again: () => void }
  /** It was answered, and there is no order. */
  | { phase: 'refused'; error: ApiError }

/** A request that has no answer after this long is asked again: the server gives up before. Milliseconds. */
const patience = 30_000
/** How often, and after how many milliseconds, a request asks whether its twin has been answered. */
const looks = 5
const between = 2000

/** The keys that this document has sent; a reload begins with none. */
const sent = new Set<string>()

export type OrderPlacement = ReturnType<typeof usePlacement>

/**
 * Places the order of a basket, once: however often it is pressed, sent or reloaded. When it stands, the guest is on its page.
 */
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

  /** The order stands: on to its page, with an empty bag. */
  const stands = async (orderToken: string) => {
    clearAttempt()
    await navigate(paths.order(orderToken), { replace: true })
    dispatch(orderPlaced(orderToken))
    dispatch(draftForgotten())
  }

  /** The order that another tab made of the basket meanwhile. */
  const orderOf = async (orderId: string | null) => {
    if (!orderId) return undefined
    const { data } = await readBasket({ orderId })
    return data?.orderToken
  }

  /** Makes the calls until one is answered, and acts on the answer. */
  const settle = async (calls: () => Promise<Placement>) => {
    if (busy.current) return
    busy.current = true
    setStanding({ phase: 'placing' })
    try {
      const { state, orderToken, nextAction } = await answered(calls)
      if (state === 'authentication' && nextAction) {
        setStanding({ phase: 'bank', orderToken, page: nextAction, open: true })
      } else {
        await stands(orderToken)
      }
    } catch (thrown) {
      const error = thrown as ApiError
      const made = error.problem?.code === 'basket-closed' && (await orderOf(quote))
      if (made) {
        await stands(made)
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

  /** A bank that was asked before may have been answered meanwhile: it is looked at before the guest is sent there again. */
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

  // What an earlier page left unanswered goes on here: an attempt of this tab, or an order that another one began.
  const resumed = useRef(false)
  const underway = basket?.state === 'placing' ? basket.orderToken : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to resume
  useEffect(() => {
    if (resumed.current) return
    const attempt = storedAttempt()
    if (!attempt && !underway) return
    resumed.current = true
    if (attempt && sent.has(attempt.key)) {
      // The guest went away from a lost answer and came back: nothing is sent before it is asked for.
      setStanding({ phase: 'unsure', error: unknownError(), again: () => void replay(attempt) })
    } else if (attempt) void replay(attempt)
    else if (underway) void settle(() => ask(underway))
  }, [underway])

  // The connection is back: nobody should have to press for that.
  const again = standing.phase === 'unsure' ? standing.again : undefined
  useEffect(() => {
    if (!again) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])

  return {
    standing,
    place,
    /** The bank's page is put aside, or taken up again. */
    showBank: (open: boolean) => setStanding((s) => (s.phase === 'bank' ? { ...s, open } : s)),
    /** The guest comes back from the bank, or says so. */
    returned: (orderToken: string) => void settle(() => ask(orderToken)),
    /** The guest would rather pay another way: the order that waits for the bank is given up. */
    giveUp: (orderToken: string) =>
      void settle(async () => {
        await inTime(cancel({ orderToken, 'Idempotency-Key': newIdempotencyKey() }))
        return ask(orderToken)
      }),
    /** What was refused has been read and mended. */
    mended: useCallback(() => setStanding((s) => (s.phase === 'refused' ? { phase: 'ready' } : s)), []),
  }
}

interface Call<T> {
  unwrap: () => Promise<T>
  abort: () => void
}

/** The answer of a call, or its abort once patience is at its end. */
async function inTime<T>(call: Call<T>): Promise<T> {
  const end = setTimeout(() => call.abort(), patience)
  try {
    return await call.unwrap()
  } finally {
    clearTimeout(end)
  }
}

/** Asks again, for a while, as long as the server says that it is still at work on it. */
async function answered<T>(calls: () => Promise<T>): Promise<T> {
  for (let look = 1; ; look++) {
    try {
      return await calls()
    } catch (error) {
      if ((error as ApiError).problem?.code !== 'in-flight' || look === looks) throw error
      await new Promise((resolve) => setTimeout(resolve, between))
    }
  }
}
