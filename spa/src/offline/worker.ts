/**
 * The service worker. It serves the site's files from its cache. For menus, locations and the cart it is network-first; offline it
 * returns the last response, marked with X-Kept, and the page then disables ordering. It never caches search, times, payment or placed
 * orders: orders contain personal data, and phones are shared.
 */
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { PrecacheFallbackPlugin, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly, Strategy, type StrategyHandler } from 'workbox-strategies'
import { cartCache, menuCache, nonPagePaths } from './constants'

const { assets, prefixes, shell, translations } = __FILES__
const worker = self as unknown as WorkerScope

/** Network timeout in seconds. */
const networkTimeout = 8

// A new release takes over immediately. Pages of the previous one keep working: its files remain in the cache until newer ones replace
// them.
void worker.skipWaiting()
clientsClaim()
worker.addEventListener('message', () => void worker.skipWaiting()) // from registerServiceWorker

/** Cache of the markets' shells and of the footer icons. */
const markets = 'markets'
const badges = '/signs.svg'

/** Hashed files, of several releases. */
const files = new CacheFirst({ cacheName: 'assets', plugins: [new ExpirationPlugin({ maxEntries: 300 })] })
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), files)

/** Returns the shell of an order page's market. The server returns the market's shell, with its navigation, for such pages. */
const shellOf = (url: string) => {
  const { pathname } = new URL(url)
  const prefix = prefixes.find((one) => `${pathname}/`.startsWith(`${one}/`))
  return prefix && `${prefix}/cart`
}

/** Returns the translations and shells of the languages that open pages use. Only these are cached. */
async function filesInUse() {
  const pages = await worker.clients.matchAll({ includeUncontrolled: true })
  const locales = pages.map(
    ({ url }) => Object.keys(translations).find((l) => new URL(url).pathname.split('/').includes(l)) ?? 'en',
  )
  return {
    translationFiles: [...new Set(locales)].flatMap((locale) => translations[locale] ?? []),
    shells: [...new Set(pages.flatMap(({ url }) => shellOf(url) ?? []))],
  }
}

worker.addEventListener('install', (event) => {
  const precacheInUse = async () => {
    const { translationFiles, shells } = await filesInUse()
    const all = [...assets, ...translationFiles]
    await Promise.all(all.map((path) => files.handleAll({ event, request: new Request(path) })[1]))
    // Shells of the previous release reference its files.
    await caches.delete(markets)
    const requests = shells.map((path) => new Request(path, { cache: 'reload' }))
    // The page has usually loaded the icons: no second request, although a release may have changed them. They are used offline only.
    requests.push(new Request(badges, { cache: 'force-cache' }))
    await (await caches.open(markets)).addAll(requests)
  }
  event.waitUntil(precacheInUse())
})

// The default shell of the release precached above.
precache(shell)
const cachedShell: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const path = shellOf(request.url)
    return path ? caches.match(path, { cacheName: markets }) : undefined
  },
}
const precachedShell = new PrecacheFallbackPlugin({ fallbackURL: '/shell.html' })
const documents = new NetworkOnly({
  networkTimeoutSeconds: networkTimeout,
  plugins: [cachedShell, precachedShell],
})
registerRoute(new NavigationRoute(documents, { denylist: nonPagePaths }))

const cachedBadges: WorkboxPlugin = {
  handlerDidError: () => caches.match(badges, { cacheName: markets }),
}
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === badges,
  new NetworkOnly({ networkTimeoutSeconds: networkTimeout, plugins: [cachedBadges] }),
)

/** Separates cached responses by language, because the URL does not contain it. */
const byLanguage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const key = new URL(request.url)
    key.searchParams.set('kept-in', request.headers.get('accept-language') ?? '')
    return key.href
  },
}

/** Copies a response. X-Kept is the server's time; the date is set by the device's clock, which expiration uses. */
async function copyOf(response: Response): Promise<Response | null> {
  if (response.status !== 200) return null
  const headers = new Headers(response.headers)
  const date = new Date().toUTCString()
  headers.set('x-kept', headers.get('date') ?? date)
  headers.set('date', date)
  headers.delete('content-encoding') // the body is already decoded
  return new Response(response.body, { headers })
}

const ordering = '/api/online-ordering'

const menus = new NetworkFirst({
  cacheName: menuCache,
  networkTimeoutSeconds: networkTimeout,
  plugins: [
    byLanguage,
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 7 * 24 * 3600, purgeOnQuotaError: true }),
    { cacheWillUpdate: ({ response }) => copyOf(response) },
  ],
})
const cachedPaths = /^\/locations\/(slug|menus|item-details|upsell-items|cross-sell-items)\//
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith(ordering) && cachedPaths.test(url.pathname.slice(ordering.length)),
  menus,
)

/** Caches one cart for as long as the server may keep it; deleted once it is ordered. */
const basketPlugins: WorkboxPlugin[] = [
  byLanguage,
  new ExpirationPlugin({ maxEntries: 2, maxAgeSeconds: 7 * 24 * 3600, purgeOnQuotaError: true }),
  {
    cacheWillUpdate: async ({ response }) =>
      response.status === 200 && (await response.clone().json()).state === 'open' ? copyOf(response) : null,
  },
]
const basket = /^\/api\/online-ordering\/orders\/\w+$/
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && basket.test(url.pathname),
  new NetworkFirst({ cacheName: cartCache, networkTimeoutSeconds: networkTimeout, plugins: basketPlugins }),
)

/** Sends a change to the network only. Its response contains the whole cart, which replaces the cached one. */
class CartChange extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const response = await handler.fetch(request)
    if (response.ok) void handler.waitUntil(this.cacheCart(request, response.clone(), handler))
    return response
  }

  private async cacheCart(request: Request, changed: Response, handler: StrategyHandler) {
    const { orderId } = await changed.clone().json()
    const headers = { 'accept-language': request.headers.get('accept-language') ?? '' }
    if (orderId) await handler.cachePut(new Request(`${ordering}/orders/${orderId}`, { headers }), changed)
  }
}
const cartChange = new CartChange({ cacheName: cartCache, plugins: basketPlugins })
for (const method of ['POST', 'PUT', 'DELETE'] as const)
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin &&
      (/^\/api\/online-ordering\/(order-items|timeslots)(\/|$)/.test(url.pathname) ||
        url.pathname === `${ordering}/orders` ||
        basket.test(url.pathname)),
    cartChange,
    method,
  )
