import { useCallback, useEffect, useState } from 'react'

/**
 * Reloads the page after a chunk failed to load. It checks the server first, because a reload offline would show the browser's error
 * page. It runs when the connection returns, and once at the start, because a new release may have other files. `silent` is true if the
 * server did not answer.
 */
export function useReloadOnReconnect(): { reload: () => void; silent: boolean } {
  const [silent, setSilent] = useState(false)
  const reload = useCallback(async () => {
    setSilent(false)
    try {
      const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
      if (answer.status < 500) return location.reload()
    } catch {
      // Still unreachable.
    }
    setSilent(true)
  }, [])
  useEffect(() => {
    const tryReload = () => void reload()
    addEventListener('online', tryReload)
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigator.onLine && navigation?.type !== 'reload') tryReload()
    return () => removeEventListener('online', tryReload)
  }, [reload])
  return { reload: () => void reload(), silent }
}
