import { useSyncExternalStore } from 'react'

/** HTTP date of the cached response on screen; undefined if the last response came from the server. */
let since: string | undefined
const listeners = new Set<() => void>()

/** Retry delay after the server did not answer. Milliseconds. */
const pause = 5000
let waiting: ReturnType<typeof setTimeout> | undefined

/** Records a response. `cachedAt` is its X-Kept header (an HTTP date), set only by the service worker for cached responses. */
export function recordAnswer(cachedAt: string | null) {
  const next = cachedAt ?? undefined
  clearTimeout(waiting)
  // The browser's online event may come too early, or not at all if only the server was down: dispatch it so that pending refetches
  // retry.
  if (next && navigator.onLine) waiting = setTimeout(() => dispatchEvent(new Event('online')), pause)
  if (next === since) return
  since = next
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

/** Reports whether the server is believed reachable: the device is online and the last response was not a cached one. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !since,
    () => true,
  )
}

/** Returns the HTTP date of the cached response on screen; undefined while the content is current. */
export function useCachedSince(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => since,
    () => undefined,
  )
}

/** Id of the offline banner. Buttons that are disabled offline reference it in aria-describedby. */
export const offlineReason = 'offline'
