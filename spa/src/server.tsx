import type { ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, isRouteErrorResponse } from 'react-router'
import { api } from './api/api'
import { siteFrame } from './api/siteFrame'
import { App } from './app/App'
import { dehydrate } from './app/hydration'
import type { PublishedState } from './app/publishedState'
import { firstPageReady, routes } from './app/routes'
import type { Handle } from './app/shell/Shell'
import { createStore } from './app/store'
import { type Market, marketOf } from './market/market'
import { notFound } from './ui/page/PageMeta'

export { documentOf } from './app/document'
export { brand } from './brand/brand'
export { ogImageOf } from './features/content/pictureOf'
export { translatorFor } from './i18n/i18n'
export { markets } from './market/market'
export { hasPage, pathsOf, patterns } from './market/paths'
export { formatFullDate } from './time/time'
export { canonical } from './ui/page/structuredData'

export interface Rendered {
  /** For the head: title, meta, links. */
  head: string
  /** For the root. */
  body: string
  lang: string
  state: PublishedState
  /** The modules of the page's own code and of its words, as their names end. */
  modules: string[]
}

/** What stands around every page of a market, for the shell out of which the browser renders those that are nobody's to render ahead. */
export async function around({ prefix, locale }: Market, origin: string): Promise<PublishedState> {
  const { read, partly } = lastingReader()
  const store = createStore({ caller: { origin, path: prefix || '/', read } })
  const { navigation, footer } = siteFrame.endpoints
  await Promise.all([
    store.dispatch(navigation.initiate({ locale })),
    store.dispatch(footer.initiate({ locale })),
  ])
  return { market: prefix, known: dehydrate(store.getState(), partly) }
}

/** A page that asks more often than this asks for ever. */
const rounds = 10

/** Renders a page as the API at that origin answers it; undefined when there is none. One that asks in vain is an error. */
export async function render(path: string, origin: string): Promise<Rendered | undefined> {
  const router = createMemoryRouter(routes(path), { initialEntries: [path] })
  await firstPageReady(router)
  const { errors, location, matches } = router.state
  const [error] = Object.values(errors ?? {})
  if (isRouteErrorResponse(error) && error.status === 404) return undefined
  if (error) throw new Error(`${path} cannot be rendered`, { cause: error })
  if (location.pathname !== path) throw new Error(`${path} leads to ${location.pathname}`)
  const { read, partly } = lastingReader()
  const store = createStore({ caller: { origin, path, read } })
  for (let round = 0; round < rounds; round++) {
    const html = renderToString(<App store={store} router={router} />)
    const asked = store.dispatch(api.util.getRunningQueriesThunk())
    const waiting = html.includes('<!--$!-->') // for code that it fetches later
    if (asked.length === 0 && !waiting) {
      router.dispose()
      if (html.includes(`name="${notFound.name}"`)) return undefined
      const { prefix, lang, locale } = marketOf(path)
      const [head, body] = parted(html)
      const words = matches.flatMap(({ route }) => (route.handle as Handle | undefined)?.words ?? [])
      const language = locale.replace(/^en-.*/, 'en')
      const modules = ['site', ...words].map((part) => `/i18n/${language}.${part}.ts`)
      const page = nameOf(matches.at(-1)?.route)
      return {
        head,
        body,
        lang,
        modules: [...modules, `/${page}.tsx`],
        state: { path, market: prefix, known: dehydrate(store.getState(), partly) },
      }
    }
    await Promise.all([...asked, waiting && new Promise(setImmediate)])
  }
  throw new Error(`${path} asks again and again`)
}

/** The name of a route's component, which the router has made an element of. */
function nameOf(route: { element?: ReactNode } | undefined): string {
  const type = (route?.element as ReactElement | undefined)?.type
  return typeof type === 'function' ? type.name : ''
}

/** React writes what belongs into the head before the first element of the page. */
function parted(html: string): [head: string, body: string] {
  const at = html.indexOf('<div')
  return [html.slice(0, at), html.slice(at)]
}

/** Reads answers without what is true only now: whether a restaurant is open, and when it could have an order ready. */
function lastingReader() {
  const partly = new WeakSet<object>()
  const read = (text: string): unknown => {
    let whole = true
    const answer = JSON.parse(text, (key, value) => {
      if (key !== 'opening' && !(key === 'next' && typeof value === 'string')) return value
      whole = false
    })
    if (!whole) partly.add(answer)
    return answer
  }
  return { read, partly }
}
