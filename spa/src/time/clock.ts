/**
 * Estimate of the server's clock from the Date header of responses. With a phone that is wrong by ten minutes, a held time would otherwise
 * appear expired, or held after its end.
 */

/** Milliseconds that the server's clock is ahead of this browser's. */
let ahead = 0
/** Maximum error of the estimate, in milliseconds. */
let maxError = Number.POSITIVE_INFINITY

const listeners = new Set<() => void>()

/** Milliseconds. An estimate that differs by more from a newer one is discarded: the clock was changed, or stopped during sleep. */
const tolerance = 2000

/** Returns the server's current time. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead)
}

/**
 * Updates the estimate from a response. `sent` and `received` are in this browser's time; `date` is the Date header, with whole
 * seconds; `age` is the Age header of a cached response, in seconds.
 */
export function adjustClock(date: string | null, sent: number, received: number, age: string | null = null) {
  const dateMs = Date.parse(date ?? '')
  if (Number.isNaN(dateMs)) return
  const server = dateMs + 500 + Number(age ?? 0) * 1000
  const measured = server - (sent + received) / 2
  const measurementError = 500 + (received - sent) / 2
  if (measurementError > maxError && Math.abs(measured - ahead) < tolerance + measurementError) return
  const correction = Math.abs(measured - ahead)
  ahead = measured
  maxError = measurementError
  if (correction > tolerance) for (const listener of listeners) listener()
}

/** Calls the listener after a large correction. Returns an unsubscribe function. */
export function onCorrection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Resets the estimate. For tests. */
export function resetClock() {
  ahead = 0
  maxError = Number.POSITIVE_INFINITY
}
