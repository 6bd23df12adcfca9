import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeToken } from '../../api/storedToken'
import { renderAt } from '../../renderAt'
import { Earns, EarnsOfCustomer } from './Earns'

test('a customer sees what the order earns', () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  renderAt('/cart', <Earns basket={{ earns: 12 }} />)
  screen.getByText('Earns 12 points.')
})

test('a guest sees what it would earn, and where to sign in', () => {
  renderAt('/cart', <Earns basket={{ earns: 1 }} />)
  screen.getByText('With an account, this order earns 1 point.')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/login?return=%2Fcart')
})

test('the short form is for customers only', () => {
  renderAt('/checkout', <EarnsOfCustomer basket={{ earns: 12 }} />)
  expect(document.body.textContent).toBe('')
})

test.each([{}, { earns: 0 }])('an order that earns nothing says nothing: %j', (basket) => {
  renderAt('/cart', <Earns basket={basket} />)
  expect(document.body.textContent).toBe('')
})
