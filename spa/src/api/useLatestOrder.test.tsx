import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderHookAt, storeWith } from '../renderAt'
import type { OrderStatus } from './generated'
import { orderAction, useLatestOrder } from './useLatestOrder'

/** Returns the label for an order with this status at 7 PM of its promised day. */
async function orderButton(status: OrderStatus['status'], final = false) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T01:00:00Z') })
  const standing = { status, final, steps: [], promisedAt: '2026-11-22T02:45:00Z', refreshAfter: 0 }
  const order = {
    orderToken: 'token',
    number: '3508',
    store: { timeZone: 'America/Chicago' },
    status: standing,
  }
  vi.stubGlobal('fetch', async () => Response.json(order))
  const store = storeWith()
  const { result, unmount } = renderHookAt('/ca/en-ca', () => useLatestOrder('token'), store)
  await waitFor(() => {
    const { queries } = store.getState().api
    expect(Object.values(queries).some((query) => query?.status === 'fulfilled')).toBe(true)
  })
  const found = result.current
  unmount()
  return (
    found && [
      found.path,
      found.label.replaceAll('\u00a0', ' '),
      orderAction(standing as unknown as OrderStatus),
    ]
  )
}

const path = '/ca/en-ca/orders/token'

test.each(['scheduled', 'accepted', 'in-preparation', 'ready'] as const)(
  'an order that is %s is tracked by its number and time',
  async (status) => expect(await orderButton(status)).toEqual([path, 'Track order 3508, 8:45 p.m.', 'track']),
)

test.each(['completed', 'cancelled', 'not-approved'] as const)(
  'one that is %s is ordered again',
  async (status) => expect(await orderButton(status, true)).toEqual([path, 'Order again', 'again']),
)

test.each(['pending', 'authentication', 'not-paid'] as const)(
  'one that is %s is left to the checkout',
  async (status) => expect(await orderButton(status, status === 'not-paid')).toBeUndefined(),
)
