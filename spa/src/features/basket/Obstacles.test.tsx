import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Basket, Fix } from '../../api/generated'
import { basketFixture, lineFixture } from '../../basket/fixtures'
import { renderAt } from '../../renderAt'
import { Obstacles } from './Obstacles'
import type { BasketActions } from './useBasketActions'

const line = lineFixture({ lineId: 'a', quantity: 7 })
const cart = { changeQuantity: vi.fn(), remove: vi.fn() }
const run = vi.fn(async (change: Promise<Basket>) => change)

function show(...fixes: Fix[]) {
  const problem = {
    code: 'item-sold-out',
    message: '',
    pointer: '/lines/a',
    params: { item: 'The Big Deal' },
    fixes,
  }
  const basket = basketFixture({ lines: [line], problems: [problem] })
  renderAt('/', <Obstacles basket={basket} cart={cart as unknown as BasketActions} run={run} />)
  expect(screen.getByText('The Big Deal is sold out.')).toBeDefined()
}

test.each<[string, Fix, string]>([
  ['Add items', { kind: 'add-items' }, '/quote/everyday/brookside-tulsa?type=carryout'],
  ['Choose another time', { kind: 'time' }, '/cart/summary'],
  ['Find another grill', { kind: 'store' }, '/quote/everyday?type=carryout'],
  [
    'Change it',
    { kind: 'edit', lineId: 'a' },
    '/quote/everyday/brookside-tulsa/burgers/the-big-deal?type=carryout&line=a',
  ],
])('%s leads there', (name, fix, href) => {
  show(fix)
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})

test('below a minimum the missing amount is beside the link to the menu', () => {
  const problem = {
    code: 'amount-too-low',
    message: '',
    pointer: '/totals',
    params: {
      missing: { minor: 210, currency: 'usd' },
      reached: {},
      minimum: { minor: 1000, currency: 'usd' },
    },
    fixes: [{ kind: 'add-items' as const }],
  }
  const basket = basketFixture({ lines: [line], problems: [problem] })
  renderAt('/', <Obstacles basket={basket} cart={cart as unknown as BasketActions} run={run} />)
  const row = screen.getByRole('listitem')
  expect(row.textContent).toContain('add $2.10 to reach $10.00')
  expect(within(row).getByRole('link', { name: 'Add items' }).getAttribute('href')).toBe(
    '/quote/everyday/brookside-tulsa?type=carryout',
  )
})

test('one press sets the quantity', () => {
  show({ kind: 'quantity', lineId: 'a', quantity: 10 })
  fireEvent.click(screen.getByRole('button', { name: 'Make it 10' }))
  expect(cart.changeQuantity).toHaveBeenCalledWith(line, 3)
})

test('another press removes the line, beside the other remedies', () => {
  show({ kind: 'time' }, { kind: 'remove', lineId: 'a' })
  expect(screen.getByRole('link', { name: 'Choose another time' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Remove it' }))
  expect(cart.remove).toHaveBeenCalledWith(line)
})

test('a removed line has no remedy', () => {
  show({ kind: 'remove', lineId: 'z' })
  expect(screen.queryByRole('button')).toBeNull()
})
