import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApiError } from '../../../api/errors'
import type { Basket } from '../../../api/generated'
import { newIdempotencyKey } from '../../../basket/basket'
import { isUnanswered } from '../../../basket/changeQueue'

/** Delay in milliseconds before a change without an answer is retried. It doubles up to the maximum. */
const firstRetry = 2000
const lastRetry = 60_000

/**
 * useQuantity updates a quantity optimistically. While a request is in flight, further presses accumulate into the next one. A change
 * without an answer is retried with its idempotency key: when the connection returns, and with exponential backoff while the page is
 * visible and online.
 */
export function useQuantity(quantity: number, change: (by: number, key: string) => Promise<Basket>) {
  const [requested, setRequested] = useState<number>()
  const [error, setError] = useState<ApiError>()
  const unsent = useRef(0)
  const inFlight = useRef<{ by: number; key: string }>(undefined)
  const sending = useRef(false)
  const failures = useRef(0)
  const shown = requested ?? quantity
  const last = useRef(shown)
  last.current = shown

  const send = async () => {
    if (sending.current) return
    sending.current = true
    try {
      while (inFlight.current || unsent.current !== 0) {
        if (!inFlight.current) {
          inFlight.current = { by: unsent.current, key: newIdempotencyKey() }
          unsent.current = 0
        }
        await change(inFlight.current.by, inFlight.current.key)
        inFlight.current = undefined
        failures.current = 0
      }
      setRequested(undefined)
      setError(undefined)
    } catch (thrown) {
      const refusal = thrown as ApiError
      setError(refusal)
      if (isUnanswered(refusal)) return void failures.current++
      unsent.current = 0
      inFlight.current = undefined
      setRequested(undefined)
    } finally {
      sending.current = false
    }
  }

  const set = (to: number) => {
    setRequested(to)
    setError(undefined)
    failures.current = 0
    unsent.current += to - last.current
    last.current = to
    return send()
  }

  const retry = useEffectEvent(() => {
    if (inFlight.current && navigator.onLine && !document.hidden) void send()
  })
  // Listen for the whole lifetime: a listener that is replaced during a render misses the event.
  useEffect(() => {
    const listener = () => retry()
    addEventListener('online', listener)
    document.addEventListener('visibilitychange', listener)
    return () => {
      removeEventListener('online', listener)
      document.removeEventListener('visibilitychange', listener)
    }
  }, [])
  useEffect(() => {
    if (!error || !isUnanswered(error)) return
    const timer = setTimeout(() => retry(), Math.min(lastRetry, firstRetry * 2 ** (failures.current - 1)))
    return () => clearTimeout(timer)
  }, [error])

  return { shown, pending: requested !== undefined, error, set }
}
