import { cartCache, workerReady } from './constants'

/**
 * Registers the service worker that caches viewed content. It runs after the page has loaded, and only on pages after the home page, so
 * that the first visit does not pay for it. Calls `onRelease` when a worker of a newer release takes over. Without storage or worker
 * support the site works without it.
 */
export async function registerServiceWorker(basketOpen: boolean, onRelease: () => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  try {
    // Without a basket its cached responses are deleted.
    if (!basketOpen) await caches.delete(cartCache)
    // When the worker controls the page for the first time, responses on screen have bypassed its cache: refetch them once pending
    // requests have finished.
    const refetch = () => {
      const detail = Date.now()
      setTimeout(() => dispatchEvent(new CustomEvent(workerReady, { detail })), 2000)
    }
    const first = !navigator.serviceWorker.controller
    navigator.serviceWorker.addEventListener('controllerchange', first ? refetch : onRelease, { once: true })
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    // Private windows may reject this.
  }
}
