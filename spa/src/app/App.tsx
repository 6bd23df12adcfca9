import { type ComponentProps, StrictMode } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router'
import type { createStore } from './store'

interface AppProps extends Pick<ComponentProps<typeof RouterProvider>, 'router'> {
  store: ReturnType<typeof createStore>
}

/** App is the root component in the browser and on the server. */
export function App({ store, router }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>
  )
}
