import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Item, Location } from '../../api/generated'
import { basketFixture } from '../../basket/fixtures'
import { renderHookAt, storeWith } from '../../renderAt'
import { useQuickAdd } from './useQuickAdd'

const here = { id: 'bdb-1', offered: ['carryout'], handoff: 'carryout' } as const
const item = (id: string) => ({ id, minimumQuantity: 1 }) as Item

test('a retry after a failure uses the same key, a later press a new one', async () => {
  const cart = basketFixture({ orderId: 'b', store: { ...basketFixture().store, id: here.id } })
  const keys: (string | null)[] = []
  const statuses = [503, 200, 200]
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST') keys.push(request.headers.get('Idempotency-Key'))
    const status = request.method === 'POST' ? statuses.shift() : 200
    return new Response(JSON.stringify(cart), { status })
  })
  const redux = storeWith({ quote: 'b', handoff: null })
  const { result } = renderHookAt('/', () => useQuickAdd({ id: here.id } as Location, here), redux)
  for (let press = 0; press < 3; press++) await act(() => result.current.add(item('onion-rings')))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
