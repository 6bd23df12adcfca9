import { expect, test, vi } from 'vitest'
import { watchServiceWorker } from './registerWorker'

test('the first worker of a page makes it refetch; a later one is a new release', () => {
  vi.useFakeTimers()
  const container = Object.assign(new EventTarget(), { controller: null })
  vi.stubGlobal('navigator', { serviceWorker: container })
  const onRelease = vi.fn()
  const onReady = vi.fn()
  addEventListener('worker-ready', onReady)
  watchServiceWorker(onRelease)
  watchServiceWorker(onRelease) // each page of an order calls it

  container.dispatchEvent(new Event('controllerchange'))
  vi.advanceTimersByTime(2000)
  expect([onReady.mock.calls.length, onRelease.mock.calls.length]).toEqual([1, 0])
  container.dispatchEvent(new Event('controllerchange'))
  vi.advanceTimersByTime(2000)
  expect([onReady.mock.calls.length, onRelease.mock.calls.length]).toEqual([1, 1])
  vi.useRealTimers()
})
