import { useCallback, useEffect, useRef } from 'react'

/**
 * Calls `done` after `ms` on screen. It stands still from a pause to its resume, and several may overlap, such as the pointer
 * and the focus being there.
 */
export function useCountdown(ms: number, done: () => void) {
  const left = useRef(ms)
  const since = useRef(0)
  const holds = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = useRef(done)
  end.current = done

  const start = useCallback(() => {
    clearTimeout(timer.current)
    if (holds.current > 0) return
    since.current = Date.now()
    timer.current = setTimeout(() => end.current(), left.current)
  }, [])

  const pause = useCallback(() => {
    if (++holds.current > 1) return
    clearTimeout(timer.current)
    left.current = Math.max(0, left.current - (Date.now() - since.current))
  }, [])

  const resume = useCallback(() => {
    if (holds.current > 0 && --holds.current === 0) start()
  }, [start])

  useEffect(() => {
    left.current = ms
    start()
    return () => clearTimeout(timer.current)
  }, [ms, start])

  return { pause, resume }
}
