import { useCallback, useEffect, useRef } from 'react'

/** What pauses the countdown: pointer or keyboard focus. */
type Holder = 'pointer' | 'focus'

/** Calls `done` after `ms` on screen. The countdown pauses while pointer or focus holds it. */
export function useCountdown(ms: number, done: () => void) {
  const remaining = useRef(ms)
  const since = useRef(0)
  const holders = useRef(new Set<Holder>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onEnd = useRef(done)
  onEnd.current = done

  const start = useCallback(() => {
    clearTimeout(timer.current)
    if (holders.current.size > 0) return
    since.current = Date.now()
    timer.current = setTimeout(() => onEnd.current(), remaining.current)
  }, [])

  const pause = useCallback((by: Holder) => {
    if (holders.current.size === 0) {
      clearTimeout(timer.current)
      remaining.current = Math.max(0, remaining.current - (Date.now() - since.current))
    }
    holders.current.add(by)
  }, [])

  const resume = useCallback(
    (by: Holder) => {
      if (holders.current.delete(by)) start()
    },
    [start],
  )

  useEffect(() => {
    remaining.current = ms
    start()
    return () => clearTimeout(timer.current)
  }, [ms, start])

  return { pause, resume }
}
