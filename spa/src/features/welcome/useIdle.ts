import { useEffect, useState } from 'react'

/** Milliseconds without a press or a key after which a guest looks, and does nothing. */
const pause = 600
const acts = ['pointerdown', 'keydown', 'input'] as const

/** What a guest is in the middle of: a field that they write in, a dialog, a menu. */
const amid = () =>
  document.activeElement?.matches('input, textarea, select') ||
  document.querySelector('dialog[open], header [aria-expanded="true"]')

/** Turns true, for good, once the guest is in the middle of nothing: what would come over the page waits for it. */
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
    for (const name of acts) addEventListener(name, wait, true)
    return () => {
      clearTimeout(waiting)
      for (const name of acts) removeEventListener(name, wait, true)
    }
  }, [quiet])
  return quiet
}
