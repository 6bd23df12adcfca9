/**
 * The service worker. It serves the site's own files from the device, and answers with what the guest saw last when the server
 * cannot be reached: menus, restaurants and the cart, marked with X-Kept, for the page says so and takes no order. The network comes
 * first for all of these. Everything else (search, times, payment, placed orders) it leaves alone: an order names its guest, and
 * phones are shared.
 */
import { assets, prefixes, shell, words } from 'virtual:offline-files'
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { PrecacheFallbackPlugin, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly, Strategy, type StrategyHandler } from 'workbox-strategies'
import { cartCache, nonPagePaths } from './names'

const worker = self as unknown as WorkerScope

/** A connection that says nothing for so many seconds is none. */
const patience = 8

// A new release takes over at once. Pages of the one before go on: its files stay among the assets until newer ones crowd them out.
void worker.skipWaiting()
clientsClaim()

/** The cache of the markets' own shells. */
const markets = 'markets'

/** Files whose names change with what is in them: several releases of them. */
const files = new CacheFirst({ cacheName: 'assets', plugins: [new ExpirationPlugin({ maxEntries: 300 })] })
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), files)

/** Of a market where guests order, a page of the order: to who asks for it the server gives the market's shell, with its navigation. */
const shellOf = (url: string) => {
  const { pathname } = new URL(url)
  const prefix = prefixes.find((one) => `${pathname}/`.startsWith(`${one}/`))
  return prefix && `${prefix}/cart`
}

/** What is being read: nobody pays for the words and the shells of the others. */
async function read() {
  const pages = await worker.clients.matchAll({ includeUncontrolled: true })
  const locales = pages.map(
    ({ url }) => Object.keys(words).find((l) => new URL(url).pathname.split('/').includes(l)) ?? 'en',
  )
  return {
    spoken: [...new Set(locales)].flatMap((locale) => words[locale] ?? []),
    shells: [...new Set(pages.flatMap(({ url }) => shellOf(url) ?? []))],
  }
}

worker.addEventListener('install', (event) => {
  const fetched = async () => {
    const { spoken, shells } = await read()
    const all = [...assets, ...spoken]
    await Promise.all(all.map((path) => files.handleAll({ event, request: new Request(path) })[1]))
    // Those of the release before name files of it.
    await caches.delete(markets)
    await (await caches.open(markets)).addAll(shells.map((path) => new Request(path, { cache: 'reload' })))
  }
  event.waitUntil(fetched())
})

// The page that every address has, its first script and the signs at its foot, as of the release whose files were fetched above.
precache(shell)
const orFromHere = (path: string, ...before: WorkboxPlugin[]) =>
  new NetworkOnly({
    networkTimeoutSeconds: patience,
    plugins: [...before, new PrecacheFallbackPlugin({ fallbackURL: path })],
  })
const marketsOwn: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const path = shellOf(request.url)
    return path ? caches.match(path, { cacheName: markets }) : undefined
  },
}
registerRoute(new NavigationRoute(orFromHere('/shell.html', marketsOwn), { denylist: nonPagePaths }))
for (const path of ['/boot.js', '/signs.svg'])
  registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === path, orFromHere(path))

/** What is said in one language is kept for it. The address of an answer does not tell. */
const byLanguage: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const key = new URL(request.url)
    key.searchParams.set('kept-in', request.headers.get('accept-language') ?? '')
    return key.href
  },
}

/** A copy says when the server gave it; its own date is by this device's clock, by which it expires. */
async function copyOf(answer: Response): Promise<Response | null> {
  if (answer.status !== 200) return null
  const headers = new Headers(answer.headers)
  const now = new Date().toUTCString()
  headers.set('x-kept', headers.get('date') ?? now)
  headers.set('date', now)
  headers.delete('content-encoding') // the body is not packed any more
  return new Response(answer.body, { headers })
}

const ordering = '/api/online-ordering'

const menus = new NetworkFirst({
  cacheName: 'menus',
  networkTimeoutSeconds: patience,
  plugins: [
    byLanguage,
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 7 * 24 * 3600, purgeOnQuotaError: true }),
    { cacheWillUpdate: ({ response }) => copyOf(response) },
  ],
})
const readable = /^\/locations\/(slug|menus|item-details|upsell-items|cross-sell-items)\//
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith(ordering) && readable.test(url.pathname.slice(ordering.length)),
  menus,
)

/** One cart, as long as the server may have it; once it is an order it is not kept. */
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
  new NetworkFirst({ cacheName: cartCache, networkTimeoutSeconds: patience, plugins: basketPlugins }),
)

/** A change goes to the server and nowhere else. It answers with the whole cart, which is then the one to keep. */
class Changing extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const response = await handler.fetch(request)
    if (response.ok) void handler.waitUntil(this.keep(request, response.clone(), handler))
    return response
  }

  private async keep(request: Request, changed: Response, handler: StrategyHandler) {
    const { orderId } = await changed.clone().json()
    const headers = { 'accept-language': request.headers.get('accept-language') ?? '' }
    if (orderId) await handler.cachePut(new Request(`${ordering}/orders/${orderId}`, { headers }), changed)
  }
}
const changing = new Changing({ cacheName: cartCache, plugins: basketPlugins })
for (const method of ['POST', 'PUT', 'DELETE'] as const)
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin &&
      (/^\/api\/online-ordering\/(order-items|timeslots)(\/|$)/.test(url.pathname) ||
        url.pathname === `${ordering}/orders` ||
        basket.test(url.pathname)),
    changing,
    method,
  )
