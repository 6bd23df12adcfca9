import { configureStore } from '@reduxjs/toolkit'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { api } from '../../api/api'
import type { Item, Location } from '../../api/generated'
import { basketSessionReducer } from '../../basket/basketSession'
import { basketFixture } from '../../basket/fixtures'
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
  const redux = configureStore({
    reducer: { [api.reducerPath]: api.reducer, basketSession: basketSessionReducer },
    middleware: (defaults) => defaults().concat(api.middleware),
    preloadedState: { basketSession: { quote: 'b', handoff: null } },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={redux}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: children }])} />
    </Provider>
  )
  const { result } = renderHook(() => useQuickAdd({ id: here.id } as Location, here), { wrapper })
  for (let press = 0; press < 3; press++) await act(() => result.current.add(item('onion-rings')))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
