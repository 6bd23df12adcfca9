import { type ComponentType, memo, Suspense } from 'react'
import { data, type LoaderFunctionArgs, type RouteObject, redirect, redirectDocument } from 'react-router'
import { isSignInDocument } from '../features/account/social/document'
import { i18n, loadTranslations } from '../i18n/i18n'
import '../i18n/pageBundles'
import type { BundlePart } from '../i18n/translations.plugin'
import { getAQuote, soonCategories } from '../market/categories'
import { type Locale, type Market, marketOf } from '../market/market'
import { hasPage, isCategory, type PageName, pathsOf, patterns, type SoonCategory } from '../market/paths'
import { readCookie } from '../market/storedChoices'
import { registerServiceWorker, watchServiceWorker } from '../offline/registerWorker'
import { firstInteraction, isPrerendered } from '../ui/loading/firstInteraction'
import { lazyAfterInteraction } from '../ui/loading/lazyAfterInteraction'
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

const menuPage = (name: keyof typeof import('./menu.chunk')) => page(() => import('./menu.chunk'), name)
const checkoutPage = (name: keyof typeof import('./checkout.chunk')) =>
  page(() => import('./checkout.chunk'), name)
const locationsPage = (name: keyof typeof import('./locations.chunk')) =>
  page(() => import('./locations.chunk'), name)

const item = menuPage('ItemPage')
const cart = checkoutPage('CartPage')
const summary = checkoutPage('SummaryPage')

/** Prefetches the next pages of an order while the menu is open, so that they open at once and offline. */
function prefetchOrderPages() {
  const prefetch = () => [item, cart, summary].map((next) => next().catch(() => {}))
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: 5000 })
  else setTimeout(prefetch, 2000)
}

/** Sign-in pages have their own document: its content security policy allows a provider's SDK (infra/edge). */
const inOwnDocument = ({ request }: LoaderFunctionArgs) =>
  isSignInDocument() ? null : redirectDocument(request.url)

interface Page extends Pick<RouteObject, 'loader' | 'lazy'> {
  handle?: Handle
}

/** Order and location pages; they share one translation bundle. */
const orderPages: Partial<Record<PageName, Page>> = {
  startOrder: { loader: knownCategory, handle: { step: 0 }, lazy: locationsPage('StartOrderPage') },
  menu: {
    loader: (asked) => {
      prefetchOrderPages()
      return knownCategory(asked)
    },
    handle: { step: 1, slim: true },
    lazy: menuPage('MenuPage'),
  },
  item: { loader: knownCategory, handle: { step: 1, slim: true }, lazy: item },
  cart: { handle: { step: 2, slim: true }, lazy: cart },
  summary: { handle: { step: 2, slim: true, backToCart: true }, lazy: summary },
  checkout: { handle: { step: 3, slim: true, backToCart: true }, lazy: checkoutPage('CheckoutPage') },
  payment: { handle: { step: 4, slim: true, backToCart: true }, lazy: checkoutPage('PaymentPage') },
  order: { handle: { step: 5, slim: true }, lazy: checkoutPage('OrderPage') },
  locations: { lazy: locationsPage('LocationsPage') },
  state: { lazy: locationsPage('RegionPage') },
  city: { lazy: locationsPage('RegionPage') },
  location: { lazy: locationsPage('LocationPage') },
}

const blog = page(() => import('../features/content/BlogPage'), 'BlogPage')

/** Pages of brand content with a form. */
const formPages = [
  'careers',
  'contest',
  'cateringFeedback',
  'talk',
  'feedback',
  'reviewUs',
  'ccpa',
  'doNotSell',
] as const

/** Pages that consist only of brand content; the path is the content's slug. */
const wordPages = [
  ...formPages,
  'ourStory',
  'team',
  'deals',
  'catering',
  'cateringServices',
  'cateringFaq',
  'terms',
  'privacy',
  'cookies',
] as const satisfies readonly PageName[]

/** Loads the forms with their texts; they also use those of the order pages. */
async function loadForm(locale: Locale) {
  const [{ FormCard }] = await Promise.all([
    import('./forms.chunk'),
    loadTranslations(locale, 'form', 'order'),
  ])
  return FormCard
}

const LazyForm = lazyAfterInteraction(() => loadForm(i18n.language as Locale))

/** A prerendered page is complete without the code of its form; any other page appears with its form at once. */
async function formLoader({ request }: LoaderFunctionArgs) {
  if (isServer || !isPrerendered())
    await orChunkError(loadForm(marketOf(new URL(request.url).pathname).locale))
  return null
}

/** A render during its hydration would discard the static form, with what the guest has entered. */
const ContentForm = memo(({ kind }: { kind: string }) => (
  <Suspense>
    <LazyForm kind={kind} />
  </Suspense>
))

const words = (name: (typeof wordPages)[number]) => async () => {
  const { ContentPage } = await orChunkError(import('../features/content/ContentPage'))
  return { element: <ContentPage key={name} slug={patterns[name]} Form={ContentForm} /> }
}

/** On phones no bar with an order button covers the page’s own buttons. */
const account = (name: keyof typeof import('./account.chunk')): Page => ({
  handle: { slim: true },
  lazy: page(() => import('./account.chunk'), name),
})

/** Account pages; they share one translation bundle, and use the texts of the order pages too. */
const accountPages: Partial<Record<PageName, Page>> = {
  login: { loader: inOwnDocument, ...account('LoginPage') },
  signup: { loader: inOwnDocument, ...account('SignupPage') },
  forgotPassword: account('ForgotPasswordPage'),
  setPassword: account('SetPasswordPage'),
  confirmEmail: account('ConfirmEmailPage'),
  orders: { lazy: account('MyOrdersPage').lazy },
  profile: { handle: { slim: true }, lazy: page(() => import('./profile.chunk'), 'ProfilePage') },
  rewards: {
    handle: { slim: true },
    lazy: page(() => import('../features/account/rewards/RewardsPage'), 'RewardsPage'),
  },
}

/** Brand pages; they share one translation bundle. paths.ts lists the markets of each. */
const contentPages: Partial<Record<PageName, Page>> = {
  menuPage: { lazy: page(() => import('../features/board/BoardPage'), 'BoardPage') },
  nutrition: { lazy: page(() => import('../features/content/NutritionPage'), 'NutritionPage') },
  blog: { lazy: blog },
  blogPage: { lazy: blog },
  post: { lazy: page(() => import('../features/content/PostPage'), 'PostPage') },
  loyaltyPromo: { lazy: page(() => import('./loyaltyPage.chunk'), 'LoyaltyPage') },
  sitemap: { lazy: page(() => import('../features/content/SitemapPage'), 'SitemapPage') },
  ...Object.fromEntries(
    wordPages.map((name) => [
      name,
      { lazy: words(name), loader: formPages.some((form) => form === name) ? formLoader : undefined },
    ]),
  ),
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

/** A group of pages with translation bundles of their own. */
const translationGroup = (
  market: Market,
  words: readonly BundlePart[],
  children: RouteObject[],
): RouteObject => ({
  handle: { words } satisfies Handle,
  loader: async () => {
    const loaded = orChunkError(loadTranslations(market.locale, 'site', ...words))
    if (words.at(-1) === 'order' && !isServer) {
      watchServiceWorker(() => void loaded.then(notifyNewRelease, () => {}))
      // Caching for offline use fetches everything that an order needs: wait until hydration is over.
      void firstInteraction().then(() => registerServiceWorker(Boolean(readCookie('quote'))))
    }
    await loaded
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
          translationGroup(market, ['order'], [...routesOf(orderPages, market), ...soon(market)]),
          translationGroup(market, ['order', 'account'], routesOf(accountPages, market)),
          translationGroup(market, ['content'], routesOf(contentPages, market)),
          ...incompleteOrderRoutes(market),
        ]
      : [translationGroup(market, ['content'], routesOf(abroadPages, market))]),
    { path: '*', lazy: page(() => import('../ui/rare.chunk'), 'NotFoundPage') },
  ]
}
