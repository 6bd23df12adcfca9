import type { ComponentType } from 'react'
import { type DataRouter, data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { HomePage } from '../features/home/HomePage'
import { loadTranslations, type WordsPart } from '../i18n/i18n'
import { type Market, marketOf, marketsOf, siblings } from '../market/market'
import {
  hasPage,
  isCategory,
  type PageName,
  pathsOf,
  patterns,
  type SoonCategory,
  soonCategories,
} from '../market/paths'
import { readCookie } from '../market/storedChoices'
import { firstInteraction } from '../ui/loading/firstInteraction'
import { orChunkError } from './chunkError'
import { PageError } from './PageError'
import { Splash } from './Splash'
import { type Handle, Shell } from './shell/Shell'
import { TranslationsFailed } from './TranslationsFailed'

/** A page that is rendered there is nobody's. */
const isServer = typeof document === 'undefined'

/** A category that takes no orders yet has no page. */
function knownCategory({ params }: LoaderFunctionArgs) {
  if (!isCategory(params.category)) throw data(null, { status: 404 })
  return null
}

/** A page whose code is fetched when somebody goes there. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await orChunkError(load()))[name] })

const item = page(() => import('./menu.chunk'), 'ItemPage')
const cart = page(() => import('./checkout.chunk'), 'CartPage')
const summary = page(() => import('./checkout.chunk'), 'SummaryPage')

/** Without the worker, or without its code, the site is the same: only a reload needs the connection. */
const keepForOffline = () =>
  isServer ||
  import('./shell.chunk').then(
    ({ keepForOffline, notifyNewRelease }) => keepForOffline(Boolean(readCookie('quote')), notifyNewRelease),
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
  Component: HomePage,
}

type Page = Omit<RouteObject, 'path' | 'index' | 'children'>

/** The pages of an order and of the restaurants, which share their words. */
const orderPages: Partial<Record<PageName, Page>> = {
  startOrder: {
    loader: knownCategory,
    handle: { step: 0 } satisfies Handle,
    lazy: page(() => import('./locations.chunk'), 'StartOrderPage'),
  },
  menu: {
    loader: (asked) => {
      fetchAhead()
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
  state: { lazy: page(() => import('./locations.chunk'), 'StatePage') },
  city: { lazy: page(() => import('./locations.chunk'), 'CityPage') },
  location: { lazy: page(() => import('./locations.chunk'), 'LocationPage') },
}

const blog = page(() => import('../features/content/BlogPage'), 'BlogPage')

/** The pages that are nothing but what the brand says of itself: their words are content, by the slug that is their path. */
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

/** The pages of an account, which nobody needs yet. */
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

/** The pages that tell of the brand, which share theirs. Which market has which, paths.ts says. */
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

/** Where the brand has no restaurants and takes no orders, its locations are one page that says so. */
const abroadPages: Partial<Record<PageName, Page>> = {
  ...contentPages,
  locations: { lazy: page(() => import('../features/locations/regions/NoLocationsPage'), 'NoLocationsPage') },
}

/** The routes of those pages that the market has. */
const routesOf = (pages: Partial<Record<PageName, Page>>, market: Market): RouteObject[] =>
  (Object.entries(pages) as [PageName, Page][])
    .filter(([name]) => hasPage(market, name))
    .map(([name, page]) => ({ path: patterns[name], ...page }))

/** The categories that are still to come, where they will be sold. */
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

/** A part of a market's site whose pages say words of their own. */
const part = (market: Market, words: WordsPart, children: RouteObject[]): RouteObject => ({
  handle: { words } satisfies Handle,
  loader: async () => {
    await orChunkError(loadTranslations(market.locale, words))
    // Which fetches all that an order needs: not while a page that came rendered is taken over.
    if (words === 'order') void firstInteraction().then(() => void keepForOffline())
    return null
  },
  shouldRevalidate: () => false,
  children,
})

/** The addresses of an order that say too little lead to where it begins. */
const beginnings = (market: Market): RouteObject[] => {
  const paths = pathsOf(market)
  const quote = () => redirect(paths.soon('866-catering'))
  return [
    { path: patterns.quote, loader: () => redirect(paths.startOrder()) },
    ...routesOf({ getAQuote: { loader: quote }, getAQuoteFor: { loader: quote } }, market),
  ]
}

/** The site of one market: its words load beside the page's code, not before it. */
function site(market: Market): RouteObject {
  return {
    path: market.prefix || '/',
    Component: Shell,
    HydrateFallback: Splash,
    ErrorBoundary: TranslationsFailed,
    loader: async () => {
      await orChunkError(loadTranslations(market.locale, 'site'))
      // The same once more would have the whole page's style worked out again.
      if (!isServer && document.documentElement.lang !== market.lang)
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
          ...(market.acceptsOrders
            ? [
                part(market, 'order', [...routesOf(orderPages, market), ...soon(market)]),
                part(market, 'content', routesOf(contentPages, market)),
                ...beginnings(market),
              ]
            : [part(market, 'content', routesOf(abroadPages, market))]),
          { path: '*', lazy: page(() => import('../ui/rare.chunk'), 'NotFoundPage') },
        ],
      },
    ],
  }
}

/** A country's code alone: where it has several languages, that of the browser decides. */
function bare(country: string): RouteObject[] {
  const sites = marketsOf(country)
  const path = `/${country.toLowerCase()}`
  if (sites.some(({ prefix }) => prefix === path)) return []
  const spoken = () => {
    const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
    const one = wanted.find((tongue) => sites.some(({ lang }) => lang.startsWith(tongue)))
    return sites.find(({ lang }) => one && lang.startsWith(one)) ?? sites[0]!
  }
  return [{ path, HydrateFallback: Splash, loader: () => redirect(spoken().prefix) }]
}

/** Every route of the sites of an address's country: those of another one are documents of their own. */
export function routes(path: string): RouteObject[] {
  const market = marketOf(path)
  return [...(market.prefix ? bare(market.country) : []), ...siblings(market).map(site)]
}

/** Waits until the code and the words of the first page are there. */
export async function firstPageReady(router: DataRouter): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((done) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      done()
    })
  })
}
