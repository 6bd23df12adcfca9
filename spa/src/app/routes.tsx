import type { ComponentType } from 'react'
import { createBrowserRouter, data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { readCookie } from '../api/session'
import { speak } from '../i18n/i18n'
import { type Market, markets } from '../market/market'
import {
  type Category,
  categories,
  pathsOf,
  patterns,
  type SoonCategory,
  soonCategories,
} from '../market/paths'
import { fetched } from './fetched'
import { NoWords } from './NoWords'
import { PageError } from './PageError'
import { Shell } from './Shell'
import { Splash } from './Splash'

/** What a page says of itself to the shell. */
export interface Handle {
  /** The order step that the page stands for: 0 start, 1 menu, 2 cart, 3 details, 4 payment, 5 placed. */
  step?: number
  /** The low header of the order pages. */
  slim?: boolean
  /** "Back to Cart" in the header instead of the cart. */
  backToCart?: boolean
}

/** A category that takes no orders yet has no page. */
function knownCategory({ params }: LoaderFunctionArgs) {
  if (!categories.includes(params.category as Category)) throw data(null, { status: 404 })
  return null
}

/** A page whose code is fetched when somebody goes there. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await fetched(load()))[name] })

const item = page(() => import('../features/item/ItemPage'), 'ItemPage')
const cart = page(() => import('../features/basket/CartPage'), 'CartPage')
const summary = page(() => import('../features/basket/SummaryPage'), 'SummaryPage')

/** Without the worker, or without its code, the site is the same: only a reload needs the connection. */
const keepForOffline = () =>
  import('../offline/register').then(
    ({ keepForOffline }) => keepForOffline(Boolean(readCookie('quote'))),
    () => {},
  )

/** The next pages of an order come while the menu is read: they open at once, and without a connection too. */
function fetchAhead() {
  const ahead = () => [item, cart, summary].map((next) => next().catch(() => {}))
  if ('requestIdleCallback' in window) requestIdleCallback(ahead, { timeout: 5000 })
  else setTimeout(ahead, 2000)
}

const home: RouteObject = {
  index: true,
  lazy: page(() => import('../features/home/HomePage'), 'HomePage'),
}

/** The pages after the first, which share their words. */
const pages: RouteObject[] = [
  {
    path: patterns.startOrder,
    loader: knownCategory,
    handle: { step: 0 } satisfies Handle,
    lazy: page(() => import('../features/locations/StartOrderPage'), 'StartOrderPage'),
  },
  {
    path: patterns.menu,
    loader: (asked) => {
      fetchAhead()
      return knownCategory(asked)
    },
    handle: { step: 1, slim: true } satisfies Handle,
    lazy: page(() => import('../features/menu/MenuPage'), 'MenuPage'),
  },
  {
    path: patterns.item,
    loader: knownCategory,
    handle: { step: 1, slim: true } satisfies Handle,
    lazy: item,
  },
  { path: patterns.cart, handle: { step: 2, slim: true } satisfies Handle, lazy: cart },
  {
    path: patterns.summary,
    handle: { step: 2, slim: true, backToCart: true } satisfies Handle,
    lazy: summary,
  },
  {
    path: patterns.checkout,
    handle: { step: 3, slim: true, backToCart: true } satisfies Handle,
    lazy: page(() => import('../features/checkout/CheckoutPage'), 'CheckoutPage'),
  },
  {
    path: patterns.payment,
    handle: { step: 4, slim: true, backToCart: true } satisfies Handle,
    lazy: page(() => import('../features/checkout/PaymentPage'), 'PaymentPage'),
  },
  {
    path: patterns.order,
    handle: { step: 5, slim: true } satisfies Handle,
    lazy: page(() => import('../features/order/OrderPage'), 'OrderPage'),
  },
  {
    path: patterns.locations,
    lazy: page(() => import('../features/locations/LocationsPage'), 'LocationsPage'),
  },
  { path: patterns.state, lazy: page(() => import('../features/locations/StatePage'), 'StatePage') },
  { path: patterns.city, lazy: page(() => import('../features/locations/CityPage'), 'CityPage') },
  { path: patterns.store, lazy: page(() => import('../features/locations/StorePage'), 'StorePage') },
]

/** The categories that are still to come, where they will be sold. */
const soon = ({ country }: Market): RouteObject[] =>
  (Object.keys(soonCategories) as SoonCategory[])
    .filter((category) => country !== 'CA' || soonCategories[category])
    .map((category) => ({
      path: `${patterns.quote}/${category}`,
      lazy: async () => {
        const { SoonPage } = await fetched(import('../features/soon/SoonPage'))
        return { element: <SoonPage category={category} /> }
      },
    }))

/** The site of one market: its words load beside the page's code, not before it. */
function site(market: Market): RouteObject {
  return {
    path: market.prefix || '/',
    Component: Shell,
    HydrateFallback: Splash,
    ErrorBoundary: NoWords,
    loader: async () => {
      await fetched(speak(market.locale, 'site'))
      document.documentElement.lang = market.lang
      return null
    },
    shouldRevalidate: () => false,
    children: [
      {
        // Here an error replaces the page and leaves the shell.
        ErrorBoundary: PageError,
        children: [
          home,
          {
            loader: async () => {
              await fetched(speak(market.locale, 'order'))
              void keepForOffline()
              return null
            },
            shouldRevalidate: () => false,
            children: [...pages, ...soon(market)],
          },
          { path: patterns.quote, loader: () => redirect(pathsOf(market).startOrder()) },
          { path: '*', lazy: page(() => import('./NotFoundPage'), 'NotFoundPage') },
        ],
      },
    ],
  }
}

/** /ca alone: the language of the browser decides. */
const canada: RouteObject = {
  path: '/ca',
  loader: () => {
    const french = navigator.languages
      .find((l) => /^(fr|en)\b/i.test(l))
      ?.toLowerCase()
      .startsWith('fr')
    return redirect(french ? '/ca/fr-ca' : '/ca/en-ca')
  },
}

export function createRouter() {
  return createBrowserRouter([canada, ...markets.map(site)])
}
