import { expect, test, vi } from 'vitest'
import { generated } from '../api/generated'
import { refetchForOffline } from './refetchForOffline'
import { createStore } from './store'

test('only cacheable requests that bypassed the service worker are refetched', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(new URL(url).pathname)
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  const store = createStore()
  const { getLocationBySlug, checkHoliday, getBasket } = generated.endpoints
  vi.setSystemTime(1000)
  await store.dispatch(getLocationBySlug.initiate({ slug: 'brookside-tulsa' }))
  await store.dispatch(checkHoliday.initiate({}))
  vi.setSystemTime(3000)
  await store.dispatch(getBasket.initiate({ orderId: 'token' }))

  asked.length = 0
  refetchForOffline(store, 2000)
  await Promise.all(store.dispatch(generated.util.getRunningQueriesThunk()))
  expect(asked).toEqual(['/api/online-ordering/locations/slug/brookside-tulsa'])
})
