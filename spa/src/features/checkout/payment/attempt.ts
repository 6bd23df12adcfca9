import type { ApiError } from '../../../api/errors'
import type { CardInputBody, FreeInputBody } from '../../../api/generated'
import { readTab, writeTab } from '../../../market/tabStorage'

/**
 * A placement request, exactly as sent. It is stored until it has a final answer, so that retries, reloads and second presses send the
 * same idempotency key and body, and the server creates one order.
 */
export interface Attempt {
  orderId: string
  /** If-Match: the version of the basket that the guest saw. */
  version: string
  /** Idempotency-Key. */
  key: string
  /** Body of a card payment, or of an order with nothing to pay. */
  card?: CardInputBody
  free?: FreeInputBody
}

const storageKey = 'placing'

export function storedAttempt(): Attempt | undefined {
  const attempt = readTab<Attempt>(storageKey)
  // Values that cannot be sent in a URL or header were not stored by this code; drop them.
  const isComplete = [attempt?.orderId, attempt?.version, attempt?.key].every(
    (text) => typeof text === 'string' && /^["\w-]+$/.test(text),
  )
  return isComplete && (attempt?.card || attempt?.free) ? attempt : undefined
}

/** Without storage a reload forgets the attempt. The server still creates at most one order per basket. */
export const storeAttempt = (attempt: Attempt) => writeTab(storageKey, attempt)

export const clearAttempt = () => writeTab(storageKey, undefined)

/**
 * Reports whether the error of a placement, or of a confirmation after bank authentication, is final. A lost connection, a timeout, a
 * server fault or "in progress" is not: the order may exist, and only a retry with the same key can tell. Errors of the firewall, the
 * access gate or the API's rate limit are not final either, because those never look up the order. A 429 for a placement means that no
 * order was started; a 429 for a confirmation is not final, because the order was started before.
 */
export function isFinalAnswer(error: Partial<ApiError>, confirming = false): boolean {
  const { status, problem } = error
  if (error.name !== 'API Error' || !status) return false
  if (status >= 500 || status === 408) return false
  if (status === 429 && (confirming || !problem)) return false
  return !['in-flight', 'too-many-requests', 'request-refused', 'front-missing'].includes(problem?.code ?? '')
}
