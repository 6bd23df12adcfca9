import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../ui/render'
import { PhoneBar } from './PhoneBar'

const order = (underway: boolean) => ({ path: '/orders/token', label: 'The order', underway })

test.each([
  ['an order under way', { order: order(true), total: '$12.00' }, 'The order', '/orders/token'],
  [
    'the cart, where no order is under way',
    { order: order(false), total: '$12.00' },
    /^Resume cart/,
    '/cart',
  ],
  ['a new order, where there is neither', { order: order(false) }, 'Order now', undefined],
])('the bar of a phone has one thing: %s', (_, props, name, href) => {
  renderAt('/', <PhoneBar {...props} onOrder={() => {}} />)
  const controls = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')]
  expect(controls).toEqual([screen.getByText(name).closest('a, button')])
  expect(controls[0]!.getAttribute('href') ?? undefined).toBe(href)
})
