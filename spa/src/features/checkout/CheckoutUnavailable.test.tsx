import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { apiError } from '../../api/apiError'
import { type basketSessionReducer, basketStarted, orderPlaced } from '../../basket/basketSession'
import { basketFixture } from '../../basket/fixtures'
import { renderAt, storeWith } from '../../renderAt'
import { CheckoutUnavailable } from './CheckoutUnavailable'

/** Renders the checkout with an empty cart after the given actions. */
function checkoutAfter(...actions: Parameters<typeof basketSessionReducer>[1][]) {
  const store = storeWith()
  actions.forEach((action) => void store.dispatch(action))
  return renderAt(
    '/checkout',
    <CheckoutUnavailable title="Checkout" query={{ isLoading: false, refetch: vi.fn() }} />,
    store,
  ).router
}

test('Back from a placed order leads to the order', () => {
  expect(checkoutAfter(orderPlaced('token')).state.location.pathname).toBe('/orders/token')
})

test('after a new basket is started, the checkout is empty and does not redirect', () => {
  const router = checkoutAfter(orderPlaced('token'), basketStarted(basketFixture()))
  expect(router.state.location.pathname).toBe('/checkout')
  expect(screen.getByRole('heading', { name: 'Nothing in the bag.' })).toBeTruthy()
})

/** Renders the checkout at a path when reading the cart fails with this code. */
function renderLoadError(path: string, code: string) {
  const error = apiError(500, JSON.stringify({ code, message: 'm', errors: [] }))
  renderAt(
    path,
    <CheckoutUnavailable title="Checkout" query={{ isLoading: false, error, refetch: vi.fn() }} />,
  )
}
const orderError = () =>
  screen.queryByRole('heading', { name: 'Order Error - use Get A Quote until resolved' })

test('a cart that the server fails to read leads to Get A Quote', () => {
  renderLoadError('/checkout', 'internal')
  expect(orderError()).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Get a quote: coming soon' }).getAttribute('href')).toBe(
    '/get-a-quote',
  )
})

test('a busy server, or a failure in a market without quotes, is not an order error', () => {
  renderLoadError('/checkout', 'store-unavailable')
  renderLoadError('/ca/en-ca/checkout', 'internal')
  expect(orderError()).toBeNull()
})
