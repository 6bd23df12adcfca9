import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api'
import type { Caller } from '../api/baseQuery'
import {
  basketSessionReducer,
  persistCookie,
  persistCountry,
  persistedCookies,
} from '../basket/basketSession'
import { checkoutReducer, storeDraft } from '../features/checkout/draft'
import { cartCache, workerReady } from '../offline/names'
import { hydrate, type PublishedAnswers } from './hydration'
import { storeOrderStep, uiReducer } from './shell/uiSlice'

/** Server data lives only in the API slice; the others hold what the server does not know. */
export function createStore({ known, caller }: { known?: PublishedAnswers; caller?: Caller } = {}) {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      basketSession: basketSessionReducer,
      ui: uiReducer,
      checkout: checkoutReducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: caller } }).concat(api.middleware),
    preloadedState: known && hydrate(known),
  })
}

/** Looks again at what may have changed, and writes to this browser what it is to remember. */
export function persistStore(store: ReturnType<typeof createStore>) {
  // Looks again what asked for it when the page is seen again or the connection is back.
  setupListeners(store.dispatch)
  addEventListener(workerReady, (came) =>
    import('./shell.chunk').then(
      ({ refetchForOffline }) => refetchForOffline(store, (came as CustomEvent<number>).detail),
      () => {},
    ),
  )
  let before = store.getState()
  // Renewed on use.
  for (const name of persistedCookies)
    if (before.basketSession[name]) persistCookie(name, before.basketSession[name])
  store.subscribe(() => {
    const now = store.getState()
    for (const name of persistedCookies) {
      if (now.basketSession[name] !== before.basketSession[name]) persistCookie(name, now.basketSession[name])
    }
    const { quote, country } = before.basketSession
    if (now.basketSession.quote !== quote || now.basketSession.country !== country)
      persistCountry(now.basketSession)
    if (quote && !now.basketSession.quote) void window.caches?.delete(cartCache)
    if (now.ui.currentOrderStep !== before.ui.currentOrderStep) storeOrderStep(now.ui.currentOrderStep)
    if (now.checkout !== before.checkout) storeDraft(now.checkout)
    before = now
  })
  return store
}
