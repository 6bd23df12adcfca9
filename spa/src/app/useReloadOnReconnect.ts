import { useCallback, useEffect, useState } from 'react'

/**
 * Fetches again what did not come. The server is asked first, for a reload without it would end on the browser's own page. It
 * happens by itself when the connection is back, and once at the beginning: a newer release may have other files. `silent` when
 * there was no answer.
 */
export function useReloadOnReconnect(): { reload: () => void; silent: boolean } {
  const [silent, setSilent] = useState(false)
  const reload = useCallback(async () => {
    setSilent(false)
    try {
      const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
      if (answer.status < 500) return location.reload()
    } catch {
      // Still out of reach.
    }
    setSilent(true)
  }, [])
  useEffect(() => {
    const again = () => void reload()
    addEventListener('online', again)
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigator.onLine && opened?.type !== 'reload') again()
    return () => removeEventListener('online', again)
  }, [reload])
  return { reload: () => void reload(), silent }
}
