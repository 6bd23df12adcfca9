import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

/** Says a sentence to assistive technology, politely. The same sentence twice is said twice. */
export function announce(sentence: string) {
  message = message === sentence ? `${sentence}\u00a0` : sentence
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The live region of announce(); it stands once, in the shell. */
export function Announcer() {
  const said = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  )
  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {said}
    </p>
  )
}
