import { useEffect, useState } from 'react'
import { serverNow } from './clock'

/** The server's time, looked at again every so many milliseconds, and when the page comes back into sight. */
export function useNow(every = 60_000): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const look = () => setNow(serverNow())
    look()
    const timer = setInterval(look, every)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [every])
  return now
}
