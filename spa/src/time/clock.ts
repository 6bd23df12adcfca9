/**
 * The server's clock, as far as this browser has heard it: the Date header of answers against the phone's own time. A phone
 * that runs ten minutes late would otherwise show a held time as ended, or as held when it is not.
 */

/** Milliseconds that the server is ahead of this browser. */
let ahead = 0
/** Half of what the last estimate may be wrong by, in milliseconds. */
let doubt = Number.POSITIVE_INFINITY

const listeners = new Set<() => void>()

/** A phone's clock may be set, or stand still while it sleeps: an estimate that is far from a newer one is given up. */
const jump = 2000

/** The server's time now. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead)
}

/**
 * Hears an answer. `sent` and `received` are by this browser's clock; `date` is the answer's Date header, which names whole
 * seconds; `age` is its Age header when a cache gave it, in seconds.
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

/** Calls when the time turns out to be quite another; what it returns ends that. */
export function onCorrection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Forgets what was heard. For tests. */
export function resetClock() {
  ahead = 0
  doubt = Number.POSITIVE_INFINITY
}
