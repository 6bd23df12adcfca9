import { configureStore } from '@reduxjs/toolkit'
import { render, renderHook } from '@testing-library/react'
import { createContext, type ReactNode, useContext } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { api } from './api/api'
import { sessionReducer } from './api/session'
import { basketSessionReducer } from './basket/basketSession'
import { checkoutReducer } from './features/checkout/draft'

/** Returns a store like the site's, with this state of the guest's cart. For tests only, like all of this file. */
export function storeWith(session: Partial<ReturnType<typeof basketSessionReducer>> = {}) {
  return configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: sessionReducer,
      basketSession: basketSessionReducer,
      checkout: checkoutReducer,
    },
    middleware: (defaults) => defaults({ immutableCheck: false }).concat(api.middleware),
    preloadedState: { basketSession: { quote: null, handoff: null, ...session } },
  })
}

const Page = createContext<ReactNode>(null)

/** Returns a wrapper with the store and a router at a path, and the router. */
function siteAt(path: string, store = storeWith()) {
  const router = createMemoryRouter([{ path: '*', Component: () => useContext(Page) }], {
    initialEntries: [path],
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <Page value={children}>
        <RouterProvider router={router} />
      </Page>
    </Provider>
  )
  return { router, wrapper }
}

/** Renders within a store and a router at a path. */
export function renderAt(path: string, element: ReactNode, store?: ReturnType<typeof storeWith>) {
  const { router, wrapper } = siteAt(path, store)
  return { ...render(element, { wrapper }), router }
}

/** Renders a hook within a store and a router at a path. */
export function renderHookAt<Result, Props>(
  path: string,
  hook: (props: Props) => Result,
  store?: ReturnType<typeof storeWith>,
  initialProps?: Props,
) {
  const { router, wrapper } = siteAt(path, store)
  return { ...renderHook(hook, { wrapper, initialProps }), router }
}
