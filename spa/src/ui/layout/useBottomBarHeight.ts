import { useEffect, useRef } from 'react'

/** Writes the height of the visible bottom bar to `--foot` (px); other elements at the bottom are placed above it. */
export function useBottomBarHeight() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--foot', bar.offsetHeight ? `${bar.offsetHeight}px` : ''),
    )
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty('--foot')
    }
  }, [])
  return ref
}
