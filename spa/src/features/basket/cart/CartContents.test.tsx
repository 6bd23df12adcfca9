import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Basket } from '../../../api/generated'
import { basketFixture, lineFixture } from '../../../basket/fixtures'
import { renderAt, storeWith } from '../../../renderAt'
import { CartContents } from './CartContents'
import type { RemovedLines } from './useRemovedLines'

const basket = basketFixture({
  lines: [lineFixture(), lineFixture({ lineId: 'b', label: 'Onion Rings' })],
  count: 2,
})

function open(of: Basket, lines: RemovedLines['lines'] = []) {
  const store = storeWith({ quote: 'token', handoff: null })
  const removed = { lines, keep: vi.fn(), forget: vi.fn() } as unknown as RemovedLines
  renderAt('/cart', <CartContents basket={of} removed={removed} />, store)
}

test('a line that another tab removed is reported at its row', async () => {
  const current = basketFixture({ version: 2, lines: [lineFixture({ lineId: 'b', label: 'Onion Rings' })] })
  const refusals = [
    [409, { code: 'basket-changed', message: 'm', errors: [], current }],
    [404, { code: 'line-not-found', message: 'm', errors: [] }],
  ] as const
  let put = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    const [status, body] = request.method === 'PUT' ? refusals[put++]! : [599, {}]
    return new Response(JSON.stringify(body), { status })
  })
  open(basket)
  const stepper = screen.getByRole('group', { name: 'Quantity of The Big Deal' })
  fireEvent.click(stepper.querySelectorAll('button')[1]!)
  expect(
    await screen.findByText('The Big Deal was removed in another tab. Here is your cart as it stands now.'),
  ).toBeTruthy()
})

test('a cart whose only line was removed offers Undo and no checkout', () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 599 }))
  open(basketFixture({ lines: [], count: 0 }), [{ line: lineFixture() }])
  expect(screen.getByRole('button', { name: /Undo/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Time and tip/ })).toBeNull()
})
