import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Pixels, or units of a plate. */
export interface Size {
  width: number
  height: number
}

/** Returns an element's current size; it is measured only while `wanted`. */
export function useElementSize<Box extends HTMLElement>(wanted = true) {
  const frame = useRef<Box>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const box = frame.current
    if (!box || !wanted) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box
      if (width && height)
        setSize((was) => (was?.width === width && was.height === height ? was : { width, height }))
    }
    measure()
    // In the same frame: at a new size, what was placed for the old one overlaps.
    const observer = new ResizeObserver(() => flushSync(measure))
    observer.observe(box)
    return () => observer.disconnect()
  }, [wanted])
  return { frame, size }
}
