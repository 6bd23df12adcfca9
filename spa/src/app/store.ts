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

/** Creates the store. Server data is only in the API slice; the other slices hold client state. */
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

/** Connects the store to the browser: refetches stale data and persists what the browser remembers. */
export function persistStore(store: ReturnType<typeof createStore>) {
  // Refetch on focus and on reconnect.
  setupListeners(store.dispatch)
  addEventListener(workerReady, (came) =>
    import('./shell.chunk').then(
      ({ refetchForOffline }) => refetchForOffline(store, (came as CustomEvent<number>).detail),
      () => {},
    ),
  )
  let before = store.getState()
  // Renew the cookies on each use.
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
