import { useEffect, useState } from 'react'

/** Milliseconds without press or key after which the guest counts as idle. */
const pause = 600
const interactions = ['pointerdown', 'keydown', 'input'] as const

/** Reports whether the guest is busy: in a text field, a dialog or a menu. */
const amid = () =>
  document.activeElement?.matches('input, textarea, select') ||
  document.querySelector('dialog[open], header [aria-expanded="true"]')

/** Turns true permanently once the guest is idle; content that would cover the page waits for it. */
export function useIdle(): boolean {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (quiet) return
    let waiting: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => (amid() ? wait() : setQuiet(true)), pause)
    }
    wait()
    for (const name of interactions) addEventListener(name, wait, true)
    return () => {
      clearTimeout(waiting)
      for (const name of interactions) removeEventListener(name, wait, true)
    }
  }, [quiet])
  return quiet
}
