import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api'
import type { Caller } from '../api/baseQuery'
import { cookies, remember, rememberCountry, sessionReducer } from '../basket/basketSession'
import { checkoutReducer, storeDraft } from '../features/checkout/draft'
import { cart, workerCame } from '../offline/names'
import { cacheOf, type Known } from './known'
import { storeOrderStep, uiReducer } from './shell/state'

/** Server data lives only in the API slice; the others hold what the server does not know. */
export function createStore({ known, caller }: { known?: Known; caller?: Caller } = {}) {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: sessionReducer,
      ui: uiReducer,
      checkout: checkoutReducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: caller } }).concat(api.middleware),
    preloadedState: known && cacheOf(known),
  })
}

/** Looks again at what may have changed, and writes to this browser what it is to remember. */
export function keepUp(store: ReturnType<typeof createStore>) {
  // Looks again what asked for it when the page is seen again or the connection is back.
  setupListeners(store.dispatch)
  addEventListener(workerCame, (came) =>
    import('./shell.chunk').then(
      ({ askAgain }) => askAgain(store, (came as CustomEvent<number>).detail),
      () => {},
    ),
  )
  let before = store.getState()
  // Renewed on use.
  for (const name of cookies) if (before.session[name]) remember(name, before.session[name])
  store.subscribe(() => {
    const now = store.getState()
    for (const name of cookies) {
      if (now.session[name] !== before.session[name]) remember(name, now.session[name])
    }
    if (now.session.country !== before.session.country) rememberCountry(now.session)
    if (before.session.quote && !now.session.quote) void window.caches?.delete(cart)
    if (now.ui.currentOrderStep !== before.ui.currentOrderStep) storeOrderStep(now.ui.currentOrderStep)
    if (now.checkout !== before.checkout) storeDraft(now.checkout)
    before = now
  })
  return store
}
