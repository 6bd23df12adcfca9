import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api'
import type { Caller } from '../api/baseQuery'
import { sessionChanged, sessionReducer } from '../api/session'
import { readSession, tokenChanged } from '../api/token'
import {
  basketSessionReducer,
  persistCookie,
  persistCountry,
  persistedCookies,
} from '../basket/basketSession'
import { checkoutReducer, storeDraft } from '../features/checkout/draft'
import { cartCache, workerReady } from '../offline/constants'
import { hydrate, type PublishedAnswers } from './hydration'
import { storeOrderStep, uiReducer } from './shell/uiSlice'

/** Creates the store. Server data is only in the API slice; the other slices hold client state. */
export function createStore({ answers, caller }: { answers?: PublishedAnswers; caller?: Caller } = {}) {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: sessionReducer,
      basketSession: basketSessionReducer,
      ui: uiReducer,
      checkout: checkoutReducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: caller } }).concat(api.middleware),
    preloadedState: answers && hydrate(answers),
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
  for (const event of ['storage', tokenChanged])
    addEventListener(event, () => store.dispatch(sessionChanged(readSession())))
  let last = store.getState()
  // Renew the cookies on each use.
  for (const name of persistedCookies)
    if (last.basketSession[name]) persistCookie(name, last.basketSession[name])
  store.subscribe(() => {
    const state = store.getState()
    for (const name of persistedCookies) {
      if (state.basketSession[name] !== last.basketSession[name])
        persistCookie(name, state.basketSession[name])
    }
    const { quote, country } = last.basketSession
    if (state.basketSession.quote !== quote || state.basketSession.country !== country)
      persistCountry(state.basketSession)
    if (quote && !state.basketSession.quote) void window.caches?.delete(cartCache)
    if (state.ui.currentOrderStep !== last.ui.currentOrderStep) storeOrderStep(state.ui.currentOrderStep)
    if (state.checkout !== last.checkout) storeDraft(state.checkout)
    last = state
  })
  return store
}
