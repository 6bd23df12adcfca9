import { cartCache, workerReady } from './constants'

let watching = false

/**
 * Calls `onRelease` when the worker of a newer release takes over. It listens before the page has loaded: a new worker may take over
 * earlier than that on a slow device.
 */
export function watchServiceWorker(onRelease: () => void) {
  if (watching || !('serviceWorker' in navigator)) return
  watching = true
  let controlled = Boolean(navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) return onRelease()
    controlled = true
    // Responses on screen have bypassed the worker's cache: refetch them once pending requests have finished.
    const detail = Date.now()
    setTimeout(() => dispatchEvent(new CustomEvent(workerReady, { detail })), 2000)
  })
}

/**
 * Registers the service worker that caches viewed content. It runs after the page has loaded, and only on pages after the home page, so
 * that the first visit does not pay for it. Without storage or worker support the site works without it.
 */
export async function registerServiceWorker(basketOpen: boolean) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  try {
    // Without a basket its cached responses are deleted.
    if (!basketOpen) await caches.delete(cartCache)
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    // Private windows may reject this.
  }
}
