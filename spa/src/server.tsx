import type { ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, isRouteErrorResponse } from 'react-router'
import { api } from './api/api'
import { siteFrame } from './api/siteFrame'
import { App } from './app/App'
import { dehydrate } from './app/hydration'
import type { PublishedState } from './app/publishedState'
import { firstPageReady, patchRoutesOnNavigation, routes } from './app/routes'
import type { Handle } from './app/shell/handle'
import { createStore } from './app/store'
import { type Market, marketOf } from './market/market'
import { notFound } from './ui/page/PageMeta'

export { documentOf } from './app/document'
export { brand, buildSettings } from './brand/brand'
export { ogImageOf } from './features/content/pictureOf'
export { translatorFor } from './i18n/i18n'
export { markets } from './market/market'
export { hasPage, pathsOf, patterns } from './market/paths'
export { formatFullDate } from './time/time'
export { canonical } from './ui/page/structuredData'

export interface Rendered {
  /** HTML for the head: title, meta, links. */
  head: string
  /** HTML for the root element. */
  body: string
  lang: string
  state: PublishedState
  /** Suffixes of the module names of the page's code and translations. */
  modules: string[]
}

/** Returns the state of a market's header and footer, for the shell in which the browser renders pages that cannot be prerendered. */
export async function shellState({ prefix, locale }: Market, origin: string): Promise<PublishedState> {
  const { read, partly } = stableReader()
  const store = createStore({ caller: { origin, path: prefix || '/', read } })
  const { navigation, footer } = siteFrame.endpoints
  await Promise.all([
    store.dispatch(navigation.initiate({ locale })),
    store.dispatch(footer.initiate({ locale })),
  ])
  return { market: prefix, answers: dehydrate(store.getState(), partly) }
}

/** Maximum number of render passes; a page that needs more would never finish. */
const maxPasses = 10

/** Renders a page with the responses of the API at that origin. Undefined if the page does not exist. Throws if a query fails. */
export async function render(path: string, origin: string): Promise<Rendered | undefined> {
  const router = createMemoryRouter(routes(path), { initialEntries: [path], patchRoutesOnNavigation })
  await firstPageReady(router)
  const { errors, location, matches } = router.state
  const [error] = Object.values(errors ?? {})
  if (isRouteErrorResponse(error) && error.status === 404) return undefined
  if (error) throw new Error(`${path} cannot be rendered`, { cause: error })
  if (location.pathname !== path) throw new Error(`${path} leads to ${location.pathname}`)
  const { read, partly } = stableReader()
  const store = createStore({ caller: { origin, path, read } })
  for (let pass = 0; pass < maxPasses; pass++) {
    const html = renderToString(<App store={store} router={router} />)
    const running = store.dispatch(api.util.getRunningQueriesThunk())
    const hasPendingLazy = html.includes('<!--$!-->') // a lazy component that loads later
    if (running.length === 0 && !hasPendingLazy) {
      router.dispose()
      if (html.includes(`name="${notFound.name}"`)) return undefined
      const { prefix, lang, locale } = marketOf(path)
      const [head, body] = splitHead(html)
      const bundles = matches.flatMap(({ route }) => (route.handle as Handle | undefined)?.words ?? [])
      const language = locale.replace(/^en-.*/, 'en')
      const modules = ['site', ...bundles].map((part) => `virtual:translations/${language}.${part}.js`)
      const page = nameOf(matches.at(-1)?.route)
      return {
        head,
        body,
        lang,
        modules: [...modules, `/${page}.tsx`],
        state: { path, market: prefix, answers: dehydrate(store.getState(), partly) },
      }
    }
    await Promise.all([...running, hasPendingLazy && new Promise(setImmediate)])
  }
  throw new Error(`${path} requests new data after every render`)
}

/** Returns the name of a route's component; the router has converted it to an element. */
function nameOf(route: { element?: ReactNode } | undefined): string {
  const type = (route?.element as ReactElement | undefined)?.type
  return typeof type === 'function' ? type.name : ''
}

/** Splits the HTML: React writes head elements before the first element of the page. */
function splitHead(html: string): [head: string, body: string] {
  const at = html.indexOf('<div')
  return [html.slice(0, at), html.slice(at)]
}

/** Returns a reader of responses that drops volatile data: whether a location is open, and its earliest order time. */
function stableReader() {
  const partly = new WeakSet<object>()
  const read = (text: string): unknown => {
    let isWhole = true
    const answer = JSON.parse(text, (key, value) => {
      if (key !== 'opening' && !(key === 'next' && typeof value === 'string')) return value
      isWhole = false
    })
    if (!isWhole) partly.add(answer)
    return answer
  }
  return { read, partly }
}
