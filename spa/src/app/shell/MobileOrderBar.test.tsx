import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../renderAt'
import { MobileOrderBar } from './MobileOrderBar'

const order = (underway: boolean) => ({ path: '/orders/token', label: 'The order', underway })

interface Case {
  order?: ReturnType<typeof order>
  total?: string
  at?: string
}

test.each<[string, Case, string | RegExp, string | undefined]>([
  ['an order under way', { order: order(true), total: '$12.00' }, 'The order', '/orders/token'],
  [
    'the cart, where no order is under way',
    { order: order(false), total: '$12.00' },
    /^Resume cart/,
    '/cart',
  ],
  ['a new order, where there is neither', { order: order(false) }, 'Order now', undefined],
  ['the last order again, on the home page', { order: order(false), at: '/' }, 'The order', '/orders/token'],
  ['a new order, on the home page of a new guest', { at: '/' }, 'Order now', undefined],
])('the mobile order bar has one action: %s', (_, { at = '/menu', ...props }, name, href) => {
  renderAt(at, <MobileOrderBar {...props} onOrder={() => {}} />)
  const controls = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')]
  expect(controls).toEqual([screen.getByText(name).closest('a, button')])
  expect(controls[0]!.getAttribute('href') ?? undefined).toBe(href)
})

test('the start order page for a chosen dish has no Order now bar', () => {
  const at = '/quote/everyday?type=carryout&dish=burgers%2Fthe-whole-hog'
  renderAt(at, <MobileOrderBar order={order(false)} onOrder={() => {}} />)
  expect(screen.queryByRole('button', { name: 'Order now' })).toBeNull()
})
