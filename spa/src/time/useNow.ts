import { useEffect, useState } from 'react'
import { onCorrection, serverNow } from './clock'

/** The server's time, looked at again every so many milliseconds, when it turns out to be another, and when the page comes back into sight. */
export function useNow(every = 60_000): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const look = () => setNow(serverNow())
    const timer = setInterval(look, every)
    document.addEventListener('visibilitychange', look)
    const stop = onCorrection(look)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [every])
  return now
}
