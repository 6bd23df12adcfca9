import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order, OrderStatus } from '../../api/generated'
import { renderAt } from '../../renderAt'
import { PromisedTime } from './PromisedTime'

const location = { label: 'Brookside', timeZone: 'America/Chicago' }
const order = {
  number: '4127',
  store: location,
  lines: [],
  adjustments: [],
  firstName: 'Ada',
  erased: false,
} as unknown as Order

test.each(['completed', 'cancelled', 'not-approved', 'not-paid'] as const)(
  'an order %s names its guest, unless the guest was erased',
  (status) => {
    const { unmount } = renderAt(
      '/orders/t',
      <PromisedTime order={order} status={{ status } as OrderStatus} />,
    )
    expect(screen.getByRole('heading').textContent).toMatch(/^Ada, /)
    unmount()
    const erased = { ...order, firstName: '', erased: true }
    renderAt('/orders/t', <PromisedTime order={erased} status={{ status } as OrderStatus} />)
    expect(screen.getByRole('heading').textContent).toBe('This order is anonymous')
  },
)
