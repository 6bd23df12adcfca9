import { afterEach, expect, test, vi } from 'vitest'
import { workerReady } from './constants'
import { registerServiceWorker, watchServiceWorker } from './registerWorker'

const onReady = vi.fn()
addEventListener(workerReady, onReady)
afterEach(() => removeEventListener(workerReady, onReady))

test('the first worker makes the page refetch; a later one is a new release, unless the page is already of that release', async () => {
  vi.useFakeTimers()
  const container = Object.assign(new EventTarget(), { controller: null })
  vi.stubGlobal('navigator', { serviceWorker: container })
  let shell = ''
  let status = 200
  vi.stubGlobal('fetch', async () => new Response(shell, { status }))
  const onRelease = vi.fn()
  watchServiceWorker(onRelease)
  watchServiceWorker(onRelease) // the loader runs on each entry to the order pages
  const takeOver = async () => {
    container.dispatchEvent(new Event('controllerchange'))
    await vi.advanceTimersByTimeAsync(2000)
    return [onReady.mock.calls.length, onRelease.mock.calls.length]
  }

  expect(await takeOver()).toEqual([1, 0])
  shell = '<script src="/assets/registerWorker.ts">'
  expect(await takeOver()).toEqual([1, 0])
  shell = '<script src="/assets/registerWorker-2.ts">'
  status = 503
  expect(await takeOver()).toEqual([1, 0])
  status = 200
  expect(await takeOver()).toEqual([1, 1])
})

test('a worker that waits is asked to take over', async () => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  const registration = { waiting: null as { postMessage: () => void } | null }
  vi.stubGlobal('navigator', { serviceWorker: { register: async () => registration } })
  await registerServiceWorker(true)
  await registerServiceWorker(true) // on each entry to the order pages
  await vi.advanceTimersByTimeAsync(5000)
  registration.waiting = { postMessage: vi.fn() }
  await vi.advanceTimersByTimeAsync(5000)
  expect(registration.waiting.postMessage).toHaveBeenCalledExactlyOnceWith('take-over')
})
