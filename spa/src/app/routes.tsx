import {
  type DataRouter,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  redirect,
} from 'react-router'
import { HomePage } from '../features/home/HomePage'
import { loadTranslations } from '../i18n/i18n'
import { type Market, marketOf, marketsOf, siblings, siteOf } from '../market/market'
import { orChunkError } from './chunkError'
import { PageError } from './PageError'
import { Splash } from './Splash'
import { Shell } from './shell/Shell'
import { TranslationsFailed } from './TranslationsFailed'

/** True during prerendering, where no guest state exists. */
const isServer = typeof document === 'undefined'

/** Id of the parent route of a market's pages. */
const pagesId = ({ prefix }: Market) => `pages${prefix}`

/** Routes of one market: its home page. patchRoutesOnNavigation adds the others. */
function site(market: Market): RouteObject {
  return {
    path: market.prefix || '/',
    Component: Shell,
    HydrateFallback: Splash,
    ErrorBoundary: TranslationsFailed,
    loader: async () => {
      await orChunkError(loadTranslations(market.locale, 'site'))
      // Setting the same value would recalculate the style of the whole page.
      if (!isServer && document.documentElement.lang !== market.lang)
        document.documentElement.lang = market.lang
      return null
    },
    shouldRevalidate: () => false,
    children: [
      {
        id: pagesId(market),
        // This boundary replaces only the page and keeps the shell.
        ErrorBoundary: PageError,
        children: [{ index: true, Component: HomePage }],
      },
    ],
  }
}

/** Route of a bare country code: in countries with several languages the browser's language decides. */
function countryRoute(country: string): RouteObject[] {
  const path = `/${country.toLowerCase()}`
  if (marketsOf(country).some(({ prefix }) => prefix === path)) return []
  const preferredSite = () => siteOf(country, navigator.languages)!
  return [{ path, HydrateFallback: Splash, loader: () => redirect(preferredSite().prefix) }]
}

/** Returns the routes of all sites in the URL's country. Sites of other countries are separate documents. */
export function routes(path: string): RouteObject[] {
  const market = marketOf(path)
  return [...(market.prefix ? countryRoute(market.country) : []), ...siblings(market).map(site)]
}

/** Adds the routes of all other pages, before the first navigation to one of them: the home page does without them. */
export const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const { pagesOf } = await orChunkError(import('./shell.chunk'))
  for (const market of siblings(marketOf(path))) patch(pagesId(market), pagesOf(market))
}

/** Waits until the chunk and the translations of the first page have loaded. */
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
