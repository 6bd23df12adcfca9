import { useSyncExternalStore } from 'react'

/** The HTTP date of the kept copy on screen; undefined while the last answer came from the server. */
let since: string | undefined
const listeners = new Set<() => void>()

/** Milliseconds until the server is asked again that did not answer. */
const pause = 5000
let waiting: ReturnType<typeof setTimeout> | undefined

/** Records an answer. `kept` is its X-Kept header (an HTTP date), which only the service worker sets. */
export function recordAnswer(kept: string | null) {
  const now = kept ?? undefined
  clearTimeout(waiting)
  // A device says that it has a connection before it has, and when the server is away: what waits for that event asks again.
  if (now && navigator.onLine) waiting = setTimeout(() => dispatchEvent(new Event('online')), pause)
  if (now === since) return
  since = now
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the server can be reached, as far as is known: the device has a connection, and the last answer was no kept one. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !since,
    () => true,
  )
}

/** The HTTP date of the kept copy on screen; undefined while the content is current. */
export function useKeptSince(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => since,
    () => undefined,
  )
}

/** The id of the offline banner: a button that is disabled without a connection names it in aria-describedby. */
export const offlineReason = 'offline'
