import { cartCache, workerReady } from './constants'

let watching = false
let asking = false

/** Reports whether the server's documents load this file, which has another name in each release. Also true if the server fails. */
async function isCurrent() {
  const shell = await fetch('/shell.html', { cache: 'no-cache' })
  return !shell.ok || (await shell.text()).includes(import.meta.url.split('/').at(-1)!)
}

/**
 * Calls `onRelease` when the worker of a newer release than the page's takes over, and dispatches `workerReady` when the first worker
 * does. Call it before the page has loaded: on a slow device a worker may take over earlier. Only the first call has an effect.
 */
export function watchServiceWorker(onRelease: () => void) {
  if (watching || !('serviceWorker' in navigator)) return
  watching = true
  let controlled = Boolean(navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) {
      // A page that was opened since the release is already the new one.
      isCurrent().then(
        (current) => current || onRelease(),
        () => {},
      )
      return
    }
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
    const registration = await navigator.serviceWorker.register('/sw.js')
    // A new worker takes over by itself. But Chromium waits while the old one handles a request, and can then leave it waiting for minutes.
    // Automated browsers that block workers return no registration.
    if (asking || !registration) return
    asking = true
    setInterval(() => registration.waiting?.postMessage('take-over'), 5000)
  } catch {
    // Private windows may reject this.
  }
}
