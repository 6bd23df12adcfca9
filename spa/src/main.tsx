import '#fonts/fonts.css'
import '#brand/colours.css'
import './brand/tokens.css'
import './brand/base.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './app/App'
import { type PublishedState, stateId } from './app/publishedState'
import { firstPageReady, routes } from './app/routes'
import { createStore, persistStore } from './app/store'
import { marketOf } from './market/market'
import { markPrerendered } from './ui/loading/firstInteraction'

const root = document.getElementById('root')!
const state = document.getElementById(stateId)?.textContent
const published = state ? (JSON.parse(state) as PublishedState) : undefined
// The worker has one shell for all markets.
const ours = published && published.market === marketOf(location.pathname).prefix

if (published?.path) {
  // What is there is read meanwhile, and stays if the rest does not come: its links lead on by themselves.
  markPrerendered()
  // The same document answers an address with a slash too many.
  history.replaceState(history.state, '', published.path + location.search + location.hash)
}

/** Lets the browser do what it has to, which on a page that is there may be a guest's press. */
const breath = () => published?.path && new Promise((next) => setTimeout(next))

const store = persistStore(createStore({ known: ours ? published.known : undefined }))
await breath()
const router = createBrowserRouter(routes(location.pathname))
await breath()
const app = <App store={store} router={router} />
if (published?.path) {
  await firstPageReady(router)
  // As a transition it is done in pieces, and a press in between is not late.
  if (router.state.errors)
    throw new Error('the rest of the page did not come', { cause: router.state.errors }) // boot.js hears it
  startTransition(() => void hydrateRoot(root, app))
  dispatchEvent(new Event('taken-over')) // boot.js presses what was pressed till now
} else createRoot(root).render(app)
