import { useEffect, useRef } from 'react'

/** For a bar at the foot of the screen: how tall it is while it is shown stands in `--foot` (px), above which everything else that is low stands. */
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
