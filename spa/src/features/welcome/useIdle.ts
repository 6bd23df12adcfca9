import { useEffect, useState } from 'react'

/** Milliseconds without press or key after which the guest counts as idle. */
const idleAfter = 600
const interactions = ['pointerdown', 'keydown', 'input'] as const

/** Reports whether the guest is busy: in a text field, a dialog or a menu. */
const isBusy = () =>
  document.activeElement?.matches('input, textarea, select') ||
  document.querySelector('dialog[open], header [aria-expanded="true"]')

/** Returns true from the first time that the guest is idle. Content that covers the page waits for it. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (idle) return
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isBusy() ? restart() : setIdle(true)), idleAfter)
    }
    restart()
    for (const name of interactions) addEventListener(name, restart, true)
    return () => {
      clearTimeout(timer)
      for (const name of interactions) removeEventListener(name, restart, true)
    }
  }, [idle])
  return idle
}
