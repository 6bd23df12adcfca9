import { startTransition } from 'react'
import { createBrowserRouter } from 'react-router'
import { marketOf } from '../market/market'
import { chooseSite } from '../market/storedChoices'
import { markPrerendered } from '../ui/loading/firstInteraction'
import { App } from './App'
import { type PublishedState, stateId } from './publishedState'
import { createRoot, hydrateRoot } from './react'
import { firstPageReady, patchRoutesOnNavigation, routes } from './routes'
import { createStore, persistStore } from './store'

/** Hydrates a prerendered page, or renders the page in the shell. */
export async function start() {
  const root = document.getElementById('root')!
  const state = document.getElementById(stateId)?.textContent
  const published = state ? (JSON.parse(state) as PublishedState) : undefined
  // The service worker has one shell for all markets.
  const isPageOfMarket = published && published.market === marketOf(location.pathname).prefix

  if (published?.path) {
    // The prerendered page is readable meanwhile, and remains if hydration fails: its links work without it.
    markPrerendered()
    // The same document is served for a URL with a trailing slash.
    history.replaceState(history.state, '', published.path + location.search + location.hash)
  }

  /** Yields to the browser, so that it can handle input on a prerendered page. */
  const yieldToBrowser = () => published?.path && new Promise((next) => setTimeout(next))

  // On the document, because the footer may not be hydrated yet. The edge redirects guests who have not chosen a site.
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[hreflang]')
    if (link) chooseSite(marketOf(link.pathname))
  })

  const store = persistStore(createStore({ answers: isPageOfMarket ? published.answers : undefined }))
  await yieldToBrowser()
  const router = createBrowserRouter(routes(location.pathname), { patchRoutesOnNavigation })
  await yieldToBrowser()
  const app = <App store={store} router={router} publishedState={store.getState()} />
  if (published?.path) {
    await firstPageReady(router)
    // A transition hydrates in slices, so that input in between is not delayed.
    if (router.state.errors)
      throw new Error('the rest of the page failed to load', { cause: router.state.errors }) // boot.js handles it
    startTransition(() => void hydrateRoot(root, app))
    dispatchEvent(new Event('taken-over')) // boot.js replays the presses since then
  } else createRoot(root).render(app)
}
