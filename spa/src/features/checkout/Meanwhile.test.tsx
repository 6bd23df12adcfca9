import { configureStore } from '@reduxjs/toolkit'
import { render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { basketStarted, orderPlaced, sessionReducer } from '../../api/session'
import { Meanwhile } from './Meanwhile'

/** The checkout after this has happened, with nothing in the bag. */
function checkoutAfter(...happened: Parameters<typeof sessionReducer>[1][]) {
  const store = configureStore({ reducer: { session: sessionReducer } })
  happened.forEach((action) => void store.dispatch(action))
  const router = createMemoryRouter(
    [
      {
        path: '/checkout',
        element: <Meanwhile title="Checkout" found={{ isLoading: false, refetch: vi.fn() }} />,
      },
      { path: '*', element: null },
    ],
    { initialEntries: ['/checkout'] },
  )
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return router
}

test('Back from an order that was just placed leads to it', () => {
  expect(checkoutAfter(orderPlaced('token')).state.location.pathname).toBe('/orders/token')
})

test('without an order, or with the next basket begun, the bag is empty', () => {
  const router = checkoutAfter(orderPlaced('token'), basketStarted('basket'))
  expect(router.state.location.pathname).toBe('/checkout')
  expect(screen.getByRole('heading', { name: 'Nothing in the bag.' })).toBeTruthy()
})
