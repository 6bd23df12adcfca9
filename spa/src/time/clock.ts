/**
 * Estimate of the server's clock from the Date header of responses. With a phone that is ten minutes off, a held time would otherwise
 * appear expired, or held after its end.
 */

/** Milliseconds that the server's clock is ahead of this browser's. */
let ahead = 0
/** Half of the estimate's maximum error, in milliseconds. */
let doubt = Number.POSITIVE_INFINITY

const listeners = new Set<() => void>()

/** Milliseconds. An estimate that differs by more from a newer one is discarded: the clock was changed, or stopped during sleep. */
const jump = 2000

/** Returns the server's current time. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead)
}

/**
 * Updates the estimate from a response. `sent` and `received` are in this browser's time; `date` is the Date header, with whole
 * seconds; `age` is the Age header of a cached response, in seconds.
 */
export function adjustClock(date: string | null, sent: number, received: number, age: string | null = null) {
  const named = Date.parse(date ?? '')
  if (Number.isNaN(named)) return
  const server = named + 500 + Number(age ?? 0) * 1000
  const heard = server - (sent + received) / 2
  const wrongBy = 500 + (received - sent) / 2
  if (wrongBy > doubt && Math.abs(heard - ahead) < jump + wrongBy) return
  const off = Math.abs(heard - ahead)
  ahead = heard
  doubt = wrongBy
  if (off > jump) for (const listener of listeners) listener()
}

/** Calls the listener after a large correction. Returns an unsubscribe function. */
export function onCorrection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Resets the estimate. For tests. */
export function resetClock() {
  ahead = 0
  doubt = Number.POSITIVE_INFINITY
}
