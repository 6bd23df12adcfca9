import type { ComponentType } from 'react'
import { data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { type BundlePart, loadTranslations } from '../i18n/i18n'
import '../i18n/pageBundles'
import { getAQuote, soonCategories } from '../market/categories'
import type { Market } from '../market/market'
import { hasPage, isCategory, type PageName, pathsOf, patterns, type SoonCategory } from '../market/paths'
import { readCookie } from '../market/storedChoices'
import { registerServiceWorker } from '../offline/registerWorker'
import { firstInteraction } from '../ui/loading/firstInteraction'
import { orChunkError } from './chunkError'
import { notifyNewRelease } from './notifyNewRelease'
import type { Handle } from './shell/handle'

/** True during prerendering, where no guest state exists. */
const isServer = typeof document === 'undefined'

/** 404 for unknown categories. */
function knownCategory({ params }: LoaderFunctionArgs) {
  if (!isCategory(params.category)) throw data(null, { status: 404 })
  return null
}

/** A page with a chunk that loads on navigation. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await orChunkError(load()))[name] })

const item = page(() => import('./menu.chunk'), 'ItemPage')
const cart = page(() => import('./checkout.chunk'), 'CartPage')
const summary = page(() => import('./checkout.chunk'), 'SummaryPage')

/** Prefetches the next pages of an order while the menu is open, so that they open at once and offline. */
function prefetchOrderPages() {
  const prefetch = () => [item, cart, summary].map((next) => next().catch(() => {}))
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: 5000 })
  else setTimeout(prefetch, 2000)
}

type Page = Omit<RouteObject, 'path' | 'index' | 'children'>

/** Order and location pages; they share one translation bundle. */
const orderPages: Partial<Record<PageName, Page>> = {
  startOrder: {
    loader: knownCategory,
    handle: { step: 0 } satisfies Handle,
    lazy: page(() => import('./locations.chunk'), 'StartOrderPage'),
  },
  menu: {
    loader: (asked) => {
      prefetchOrderPages()
      return knownCategory(asked)
    },
    handle: { step: 1, slim: true } satisfies Handle,
    lazy: page(() => import('./menu.chunk'), 'MenuPage'),
  },
  item: { loader: knownCategory, handle: { step: 1, slim: true } satisfies Handle, lazy: item },
  cart: { handle: { step: 2, slim: true } satisfies Handle, lazy: cart },
  summary: { handle: { step: 2, slim: true, backToCart: true } satisfies Handle, lazy: summary },
  checkout: {
    handle: { step: 3, slim: true, backToCart: true } satisfies Handle,
    lazy: page(() => import('./checkout.chunk'), 'CheckoutPage'),
  },
  payment: {
    handle: { step: 4, slim: true, backToCart: true } satisfies Handle,
    lazy: page(() => import('./checkout.chunk'), 'PaymentPage'),
  },
  order: {
    handle: { step: 5, slim: true } satisfies Handle,
    lazy: page(() => import('./checkout.chunk'), 'OrderPage'),
  },
  locations: { lazy: page(() => import('./locations.chunk'), 'LocationsPage') },
  state: { lazy: page(() => import('./locations.chunk'), 'RegionPage') },
  city: { lazy: page(() => import('./locations.chunk'), 'RegionPage') },
  location: { lazy: page(() => import('./locations.chunk'), 'LocationPage') },
}

const blog = page(() => import('../features/content/BlogPage'), 'BlogPage')

/** Pages that consist only of brand content; the path is the content's slug. */
const wordPages = [
  'ourStory',
  'team',
  'careers',
  'deals',
  'loyaltyPromo',
  'contest',
  'catering',
  'cateringServices',
  'cateringFaq',
  'cateringFeedback',
  'talk',
  'feedback',
  'reviewUs',
  'ccpa',
  'doNotSell',
  'terms',
  'privacy',
  'cookies',
] as const satisfies readonly PageName[]

const words = (name: (typeof wordPages)[number]) => async () => {
  const { ContentPage } = await orChunkError(import('../features/content/ContentPage'))
  return { element: <ContentPage key={name} slug={patterns[name]} /> }
}

/** Account pages, placeholders until accounts exist. */
const accountPages = [
  'login',
  'signup',
  'profile',
  'orders',
  'rewards',
] as const satisfies readonly PageName[]

const account = (kind: (typeof accountPages)[number]) => async () => {
  const { AccountPage } = await orChunkError(import('../features/content/soon/AccountPage'))
  return { element: <AccountPage kind={kind} /> }
}

/** Brand pages; they share one translation bundle. paths.ts lists the markets of each. */
const contentPages: Partial<Record<PageName, Page>> = {
  menuPage: { lazy: page(() => import('../features/board/BoardPage'), 'BoardPage') },
  nutrition: { lazy: page(() => import('../features/content/NutritionPage'), 'NutritionPage') },
  blog: { lazy: blog },
  blogPage: { lazy: blog },
  post: { lazy: page(() => import('../features/content/PostPage'), 'PostPage') },
  sitemap: { lazy: page(() => import('../features/content/SitemapPage'), 'SitemapPage') },
  ...Object.fromEntries(wordPages.map((name) => [name, { lazy: words(name) }])),
  ...Object.fromEntries(accountPages.map((kind) => [kind, { lazy: account(kind) }])),
}

/** In a country without locations, a single page replaces the location pages. */
const abroadPages: Partial<Record<PageName, Page>> = {
  ...contentPages,
  locations: { lazy: page(() => import('../features/locations/regions/NoLocationsPage'), 'NoLocationsPage') },
}

/** Returns the routes of those pages that the market has. */
const routesOf = (pages: Partial<Record<PageName, Page>>, market: Market): RouteObject[] =>
  (Object.entries(pages) as [PageName, Page][])
    .filter(([name]) => hasPage(market, name))
    .map(([name, page]) => ({ path: patterns[name], ...page }))

/** Routes of categories that are announced but not yet sold. */
const soon = ({ country }: Market): RouteObject[] =>
  (Object.keys(soonCategories) as SoonCategory[])
    .filter((category) => country !== 'CA' || soonCategories[category])
    .map((category) => ({
      path: `${patterns.quote}/${category}`,
      lazy: async () => {
        const { SoonPage } = await orChunkError(import('../features/content/soon/SoonPage'))
        return { element: <SoonPage category={category} /> }
      },
    }))

/** A group of pages with a translation bundle of its own. */
const translationGroup = (market: Market, words: BundlePart, children: RouteObject[]): RouteObject => ({
  handle: { words } satisfies Handle,
  loader: async () => {
    await orChunkError(loadTranslations(market.locale, words))
    // Caching for offline use fetches everything that an order needs: wait until hydration is over.
    if (words === 'order' && !isServer)
      void firstInteraction().then(() =>
        registerServiceWorker(Boolean(readCookie('quote')), notifyNewRelease),
      )
    return null
  },
  shouldRevalidate: () => false,
  children,
})

/** Incomplete order URLs redirect to the start of the order. */
const incompleteOrderRoutes = (market: Market): RouteObject[] => {
  const paths = pathsOf(market)
  const quote = () => redirect(paths.soon(getAQuote))
  return [
    { path: patterns.quote, loader: () => redirect(paths.startOrder()) },
    ...routesOf({ getAQuote: { loader: quote }, getAQuoteFor: { loader: quote } }, market),
  ]
}

/** Returns the routes of all pages of a market except the home page. */
export function pagesOf(market: Market): RouteObject[] {
  return [
    ...(market.acceptsOrders
      ? [
          translationGroup(market, 'order', [...routesOf(orderPages, market), ...soon(market)]),
          translationGroup(market, 'content', routesOf(contentPages, market)),
          ...incompleteOrderRoutes(market),
        ]
      : [translationGroup(market, 'content', routesOf(abroadPages, market))]),
    { path: '*', lazy: page(() => import('../ui/rare.chunk'), 'NotFoundPage') },
  ]
}
