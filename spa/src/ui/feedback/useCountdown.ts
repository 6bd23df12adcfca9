import { useCallback, useEffect, useRef } from 'react'

/** What pauses the countdown: pointer or keyboard focus. */
type PauseReason = 'pointer' | 'focus'

/** Calls `done` after `ms` on screen. The countdown pauses while the pointer or the focus is on the element. */
export function useCountdown(ms: number, done: () => void) {
  const remaining = useRef(ms)
  const startedAt = useRef(0)
  const pauseReasons = useRef(new Set<PauseReason>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onEnd = useRef(done)
  onEnd.current = done

  const start = useCallback(() => {
    clearTimeout(timer.current)
    if (pauseReasons.current.size > 0) return
    startedAt.current = Date.now()
    timer.current = setTimeout(() => onEnd.current(), remaining.current)
  }, [])

  const pause = useCallback((by: PauseReason) => {
    if (pauseReasons.current.size === 0) {
      clearTimeout(timer.current)
      remaining.current = Math.max(0, remaining.current - (Date.now() - startedAt.current))
    }
    pauseReasons.current.add(by)
  }, [])

  const resume = useCallback(
    (by: PauseReason) => {
      if (pauseReasons.current.delete(by)) start()
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
