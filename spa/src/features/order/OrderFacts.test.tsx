import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order, OrderStatus } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { OrderFacts } from './OrderFacts'

const location = { label: 'Brookside', address: '', timeZone: 'America/Chicago', latitude: 1, longitude: 2 }
const order = (placedAt: string) =>
  ({
    orderToken: 'a token',
    number: '4127',
    store: location,
    handoff: 4,
    placedAt,
    vehicle: { make: 'Honda', model: 'Civic', colour: 'red' },
  }) as Order
const status = { status: 'accepted', promisedAt: '2026-11-22T18:15:00Z' } as OrderStatus

test('an order for later has a calendar link in the language of the page', () => {
  renderAt('/ca/fr-ca/orders/t', <OrderFacts order={order('2026-11-20T18:00:00Z')} status={status} />)
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
    '/api/online-ordering/orders/calendar/a%20token?locale=fr-ca',
  )
})

test('the order of an erased guest shows a note and no personal data', () => {
  const erased = {
    ...order('2026-11-22T18:00:00Z'),
    vehicle: undefined,
    firstName: '',
    email: '',
    erased: true,
  }
  renderAt('/orders/t', <OrderFacts order={erased} status={status} />)
  expect(screen.getByText(/^Erased, as you asked/)).toBeTruthy()
  expect(screen.queryByText('Receipt')).toBeNull()
})

test('an order for now has no calendar link, and shows handoff and vehicle', () => {
  renderAt('/orders/t', <OrderFacts order={order('2026-11-22T18:00:00Z')} status={status} />)
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  expect(screen.getByText('Curbside')).toBeTruthy()
  expect(screen.getByText('Honda Civic, red')).toBeTruthy()
})
