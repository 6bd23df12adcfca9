import { cartCache, workerReady } from './names'

/**
 * Brings the worker that keeps what a guest has looked at. After the page has loaded, and from the pages after the home page only:
 * the first visit pays nothing for it. When a worker of a newer release takes over, the page is told: it is of the one before. Where storage or workers are refused the site does without.
 */
export async function keepForOffline(basketOpen: boolean, onRelease: () => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  try {
    // The basket is not known any more: what was kept of it goes too.
    if (!basketOpen) await caches.delete(cartCache)
    // The first time that the worker listens, what is on screen came past it: it is asked again for it to keep, once the answers
    // that are under way have come.
    const again = () => {
      const detail = Date.now()
      setTimeout(() => dispatchEvent(new CustomEvent(workerReady, { detail })), 2000)
    }
    const first = !navigator.serviceWorker.controller
    navigator.serviceWorker.addEventListener('controllerchange', first ? again : onRelease, { once: true })
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    // Private windows may refuse.
  }
}
