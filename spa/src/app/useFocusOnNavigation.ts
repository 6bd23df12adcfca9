import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '../ui/page/focusHeading'

/**
 * Moves the focus to the h1 of a new page, so that screen readers start there. Changes of query or hash are ignored. A layout effect moves
 * it before the page can be used: a later move would take the focus from a field that the guest types in.
 */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    return keepFocusOnHeading()
  }, [pathname])
}

/** Focuses the h1, and its replacement when a skeleton ends, until the guest interacts. Returns a function that stops it. */
function keepFocusOnHeading(): () => void {
  let heading: HTMLElement | null = null
  const focus = () => {
    const focused = document.activeElement
    const mayMove = !focused || focused === document.body || focused === heading
    if (heading && (!mayMove || (heading.isConnected && heading.matches('h1')))) return
    heading = focusHeading()
  }
  const observer = new MutationObserver(focus)
  const interactions = ['keydown', 'pointerdown'] as const
  const stop = () => {
    observer.disconnect()
    for (const type of interactions) removeEventListener(type, stop)
  }
  focus()
  observer.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
  for (const type of interactions) addEventListener(type, stop)
  return stop
}
