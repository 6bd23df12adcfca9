import { configureStore } from '@reduxjs/toolkit'
import { screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../../api/api'
import type { Basket } from '../../../api/generated'
import { basketSessionReducer } from '../../../basket/basketSession'
import { renderAt } from '../../../ui/renderAt'
import { checkoutReducer } from '../draft'
import { usePlacement } from './usePlacement'

afterEach(() => vi.unstubAllGlobals())

test('a confirmation that times out leaves the order’s state open', async () => {
  const body = { code: 'too-many-attempts', message: '', errors: [], params: { minutes: 15 } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 429 }))
  const store = configureStore({
    reducer: {
      checkout: checkoutReducer,
      basketSession: basketSessionReducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  const begun = { orderId: 'basket', version: 3, state: 'placing', orderToken: 'order' } as Basket
  const Phase = () => <p>{usePlacement(begun).standing.phase}</p>
  renderAt(
    '/payment',
    <Provider store={store}>
      <Phase />
    </Provider>,
  )
  expect(await screen.findByText(/unsure|refused/)).toHaveProperty('textContent', 'unsure')
})
