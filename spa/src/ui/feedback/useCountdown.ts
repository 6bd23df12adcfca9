import { useCallback, useEffect, useRef } from 'react'

/** What pauses the countdown: pointer or keyboard focus. */
type Holder = 'pointer' | 'focus'

/** Calls `done` after `ms` on screen. The countdown pauses while pointer or focus holds it. */
export function useCountdown(ms: number, done: () => void) {
  const left = useRef(ms)
  const since = useRef(0)
  const holders = useRef(new Set<Holder>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = useRef(done)
  end.current = done

  const start = useCallback(() => {
    clearTimeout(timer.current)
    if (holders.current.size > 0) return
    since.current = Date.now()
    timer.current = setTimeout(() => end.current(), left.current)
  }, [])

  const pause = useCallback((by: Holder) => {
    if (holders.current.size === 0) {
      clearTimeout(timer.current)
      left.current = Math.max(0, left.current - (Date.now() - since.current))
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
    left.current = ms
    start()
    return () => clearTimeout(timer.current)
  }, [ms, start])

  return { pause, resume }
}
