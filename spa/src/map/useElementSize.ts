import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Pixels, or units of a plate. */
export interface Size {
  width: number
  height: number
}

/** Returns an element's current size; it is measured only while `enabled`. */
export function useElementSize<Box extends HTMLElement>(enabled = true) {
  const frame = useRef<Box>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const box = frame.current
    if (!box || !enabled) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box
      if (width && height)
        setSize((was) => (was?.width === width && was.height === height ? was : { width, height }))
    }
    measure()
    // Render in the same frame: elements placed for the old size would overlap.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(box)
    return () => observer.disconnect()
  }, [enabled])
  return { frame, size }
}
