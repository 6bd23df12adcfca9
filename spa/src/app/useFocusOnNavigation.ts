import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '../ui/page/focusHeading'

/** A new page takes the focus to its h1, so that a screen reader begins there. A change of query or hash does not. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    return keepFocusOnHeading()
  }, [pathname])
}

/**
 * Focuses the h1. The page may still be a skeleton, or have no heading yet: when that gives way to the real one, the focus goes along,
 * until the guest does anything. It returns what ends that.
 */
function keepFocusOnHeading(): () => void {
  let heading: HTMLElement | null = null
  const focus = () => {
    const at = document.activeElement
    const ours = !at || at === document.body || at === heading
    if (heading && (!ours || (heading.isConnected && heading.matches('h1')))) return
    heading = focusHeading()
  }
  const observer = new MutationObserver(focus)
  const acts = ['keydown', 'pointerdown'] as const
  const end = () => {
    observer.disconnect()
    for (const act of acts) removeEventListener(act, end)
  }
  focus()
  observer.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
  for (const act of acts) addEventListener(act, end)
  return end
}
