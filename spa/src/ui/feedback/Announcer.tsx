import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

/** Announces a sentence to screen readers, politely. A repeated sentence is announced again. */
export function announce(sentence: string) {
  message = message === sentence ? `${sentence}\u00a0` : sentence
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Live region of announce(). The shell renders it once. */
export function Announcer() {
  const announced = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  )
  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {announced}
    </p>
  )
}
