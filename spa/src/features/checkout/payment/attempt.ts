import type { ApiError } from '../../../api/errors'
import type { CardInputBody, FreeInputBody } from '../../../api/generated'

/**
 * A wish to buy, exactly as it was sent. It is kept until it is answered, so that a retry, a reload and a second press all
 * send the same key with the same body: the server then makes one order of them.
 */
export interface Attempt {
  orderId: string
  /** If-Match: the version of the basket that the guest saw. */
  version: string
  /** Idempotency-Key. */
  key: string
  /** With a card, or without anything to pay. */
  card?: CardInputBody
  free?: FreeInputBody
}

const stored = 'placing'

export function storedAttempt(): Attempt | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(stored) ?? 'null') as Attempt
    // What no address and no header can carry was not sent by us, and could never be answered.
    const sent = [found.orderId, found.version, found.key].every(
      (text) => typeof text === 'string' && /^["\w-]+$/.test(text),
    )
    return sent && (found.card || found.free) ? found : undefined
  } catch {
    return undefined
  }
}

export function storeAttempt(attempt: Attempt) {
  try {
    sessionStorage.setItem(stored, JSON.stringify(attempt))
  } catch {
    // Storage may be refused: then only a reload forgets it, and the basket itself still makes one order at most.
  }
}

export function clearAttempt() {
  try {
    sessionStorage.removeItem(stored)
  } catch {
    // Nothing was stored then.
  }
}

/**
 * Whether the error of a placing, or of a confirmation after the bank asked, says how the attempt ended. A lost connection, a timeout, a fault or
 * "still being worked on" does not: the order may stand, and only the same key will tell. What the firewall, the gate or the API's own limit
 * answers does not either: they never look for an order. A 429 of a placing means that no order was begun. Before a confirmation the order was
 * begun, so its 429 is no answer.
 */
export function isFinalAnswer(error: Partial<ApiError>, confirming = false): boolean {
  const { status, problem } = error
  if (error.name !== 'API Error' || !status) return false
  if (status >= 500 || status === 408) return false
  if (status === 429 && (confirming || !problem)) return false
  return !['in-flight', 'too-many-requests', 'request-refused', 'front-missing'].includes(problem?.code ?? '')
}
