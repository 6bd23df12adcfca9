import { type ComponentProps, StrictMode } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router'
import type { createStore } from './store'

interface AppProps extends Pick<ComponentProps<typeof RouterProvider>, 'router'> {
  store: ReturnType<typeof createStore>
  /** State that a prerendered page was rendered from. Parts that hydrate late use it even if a response has changed the store by then. */
  publishedState?: unknown
}

/** App is the root component in the browser and on the server. */
export function App({ store, router, publishedState }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store} serverState={publishedState}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>
  )
}
