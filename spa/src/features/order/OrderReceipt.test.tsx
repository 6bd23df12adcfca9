import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order, OrderStatus } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { OrderReceipt } from './OrderReceipt'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const order = {
  lines: [{ lineId: 'a', label: 'The Big Deal', quantity: 1, price: usd(895), modifiers: [] }],
  subtotal: usd(895),
  adjustments: [],
  charges: [],
  taxes: [],
  tip: usd(0),
  total: usd(895),
  paymentKind: 2,
} as unknown as Order
const status = { status: 'completed' } as OrderStatus

test.each([
  ['/orders/t', 'We refunded $3.00. Banks take a few days to show it.'],
  ['/ca/fr-ca/orders/t', /3,00/],
])('%s shows the amount of a partial refund', (at, text) => {
  renderAt(at, <OrderReceipt order={order} status={{ ...status, refundedAmount: usd(300) }} />)
  expect(screen.getByText(text)).toBeTruthy()
})

test('a refund names its items and what it took back of the deals', () => {
  const lunch = { kind: 'orderAmount', id: 'x', label: 'Lunch', coupon: 'LUNCH', amount: usd(100) }
  const reversed = [{ ...lunch, lines: [{ lineId: 'a', amount: usd(100) }] }]
  const lines = [{ ...order.lines[0]!, refunded: 1 }]
  renderAt('/orders/t', <OrderReceipt order={{ ...order, lines, reversed }} status={status} />)
  expect(screen.getByText('1 × The Big Deal, Lunch with code LUNCH −$1.00')).toBeTruthy()
})

test('a placed order has a place below each line', () => {
  const below = () => screen.queryAllByText(/^keep/).map(({ textContent }) => textContent)
  const belowLine = (_: Order, line: { label: string }) => `keep ${line.label}`
  const { unmount } = renderAt(
    '/orders/t',
    <OrderReceipt order={order} status={{ ...status, status: 'not-paid' }} belowLine={belowLine} />,
  )
  expect(below()).toEqual([])
  unmount()
  renderAt('/orders/t', <OrderReceipt order={order} status={status} belowLine={belowLine} />)
  expect(below()).toEqual(['keep The Big Deal'])
})

test('an order without a refund shows no amount', () => {
  renderAt('/orders/t', <OrderReceipt order={order} status={status} />)
  expect(screen.queryByText(/refunded/)).toBeNull()
})
