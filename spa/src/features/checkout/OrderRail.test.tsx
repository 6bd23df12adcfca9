import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../api/storedToken'
import { basketFixture, couponFixture, dealsFixture } from '../../basket/fixtures'
import { renderAt } from '../../renderAt'
import { OrderRail } from './OrderRail'

const fetched = vi.fn(async (_: Request) => Response.json({ spendable: 128, held: 0, debt: 0 }))
const basket = basketFixture({ earns: 8, deals: dealsFixture({ coupons: [couponFixture()] }) })

beforeEach(() => vi.stubGlobal('fetch', fetched))

test('a customer sees what the order earns and what the cart’s rewards leave to spend', async () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  renderAt('/checkout', <OrderRail basket={basket} />)
  // The strip of a phone and the ticket of a wide screen; styles show one of them.
  expect(await screen.findAllByText(/^You have 38 points to spend\./)).toHaveLength(2)
  expect(screen.getAllByText('Earns 8 points.')).toHaveLength(2)
  for (const link of screen.getAllByRole('link', { name: 'Spend in the cart' }))
    expect(link.getAttribute('href')).toBe('/cart#deals')
  fireEvent.click(screen.getByRole('button', { expanded: false }))
  expect(screen.getAllByText(/^You have 38 points to spend\./)).toHaveLength(1)
})

test('a guest sees no points to spend, and none are requested', () => {
  renderAt('/checkout', <OrderRail basket={basket} />)
  expect(screen.queryByRole('link', { name: 'Spend in the cart' })).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})
