import { setupListeners } from '@reduxjs/toolkit/query'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderHookAt, storeWith } from '../renderAt'
import { api } from './api'
import type { OrderStatus } from './generated'
import { useOrder } from './useOrder'

let asked: string[] = []
let status: OrderStatus['status'] = 'accepted'

const standing = (): OrderStatus => ({
  status,
  steps: [],
  promisedAt: '2026-11-21T23:45:00Z',
  cancellable: false,
  refunded: false,
  final: status === 'completed',
  refreshAfter: 10,
})

beforeEach(() => {
  asked = []
  status = 'accepted'
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname.includes('/status/') ? 'status' : 'order')
    return Response.json(
      pathname.includes('/status/') ? standing() : { orderToken: 'token', status: standing() },
    )
  })
})
/** Renders useOrder on a device that can go to sleep. */
async function follow() {
  const store = storeWith()
  const end = setupListeners(store.dispatch)
  const { result, unmount } = renderHookAt('/', () => useOrder('token'), store)
  await waitFor(() => expect(result.current.status?.status).toBe('accepted'))
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  return {
    result,
    see: (state: 'hidden' | 'visible') =>
      act(() => {
        visibility.mockReturnValue(state)
        window.dispatchEvent(new Event('visibilitychange'))
      }),
    end: () => {
      unmount()
      end()
      store.dispatch(api.util.resetApiState())
    },
  }
}

test('after sleep the order is refetched at once, and polling continues', async () => {
  const { result, see, end } = await follow()
  await see('hidden')
  asked = []
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(asked).toEqual([])

  status = 'ready'
  await see('visible')
  await waitFor(() => expect(result.current.status?.status).toBe('ready'))
  const since = asked.length

  status = 'completed'
  await act(() => vi.advanceTimersByTimeAsync(10_500))
  await waitFor(() => expect(result.current.status?.status).toBe('completed'))
  expect(asked.length).toBeGreaterThan(since)
  end()
})

test('a final order is not polled', async () => {
  const { result, see, end } = await follow()
  status = 'completed'
  await act(() => vi.advanceTimersByTimeAsync(10_500))
  await waitFor(() => expect(result.current.status?.status).toBe('completed'))
  asked = []
  await see('hidden')
  await see('visible')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).toEqual([])
  end()
})

test('an order that loads while a poll is on its way keeps its status if the poll has no news', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', (request: Request) => {
    if (!new URL(request.url).pathname.includes('/status/'))
      return Promise.resolve(Response.json({ orderToken: 'token', status: standing() }))
    if (!request.headers.get('if-none-match'))
      return Promise.resolve(Response.json(standing(), { headers: { etag: '"1"' } }))
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  const { result, end } = await follow()
  await act(() => vi.advanceTimersByTimeAsync(20_500))
  status = 'ready'
  await act(async () => result.current.refetch())
  await act(async () => answer(new Response(null, { status: 304 })))
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(result.current.status).toEqual(standing())
  end()
})
