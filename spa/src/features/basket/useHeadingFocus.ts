import { useRef } from 'react'

/** A heading that takes the focus when what had it has left the page, so that the keyboard goes on near by. */
export function useHeadingFocus() {
  const ref = useRef<HTMLHeadingElement>(null)
  const rescue = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
    })
  return { ref, rescue }
}
