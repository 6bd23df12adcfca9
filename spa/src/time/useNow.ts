import { useEffect, useState } from 'react'
import { onCorrection, serverNow } from './clock'

/** Returns the server's time. It updates at the interval in milliseconds, after a clock correction, and when the page becomes visible. */
export function useNow(every = 60_000): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const update = () => setNow(serverNow())
    const timer = setInterval(update, every)
    document.addEventListener('visibilitychange', update)
    const stop = onCorrection(update)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [every])
  return now
}
