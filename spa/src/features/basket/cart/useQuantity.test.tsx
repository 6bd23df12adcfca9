import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Basket } from '../../../api/generated'
import { basketFixture } from '../../../basket/fixtures'
import { useQuantity } from './useQuantity'

/** Renders the hook at a quantity of 1, on a server that answers when the test resolves it. */
function quantityOf() {
  const answers: { resolve: (b: Basket) => void; reject: (e: unknown) => void }[] = []
  const change = vi.fn(
    (_by: number, _key: string) =>
      new Promise<Basket>((resolve, reject) => void answers.push({ resolve, reject })),
  )
  const { result, rerender } = renderHook(({ quantity }) => useQuantity(quantity, change), {
    initialProps: { quantity: 1 },
  })
  return {
    change,
    changes: () => change.mock.calls.map(([by]) => by),
    now: () => result.current,
    set: (to: number) => act(() => void result.current.set(to)),
    rerender: (quantity: number) => rerender({ quantity }),
    succeed: () => act(async () => answers.at(-1)!.resolve(basketFixture())),
    fail: (status = 500, name = 'Error') =>
      act(async () => answers.at(-1)!.reject({ name, status, message: 'no' })),
  }
}

test('shows a tap at once, and sums taps during a change', async () => {
  const { now, set, changes, succeed, rerender } = quantityOf()
  set(2)
  expect(now()).toMatchObject({ shown: 2, pending: true })
  set(3)
  set(4)
  expect(now().shown).toBe(4)
  expect(changes()).toEqual([1])
  await succeed()
  rerender(2)
  expect(changes()).toEqual([1, 2])
  expect(now().shown).toBe(4)
  rerender(4)
  await succeed()
  expect(now()).toMatchObject({ shown: 4, pending: false })
})

test('two taps before the next rendering both count', async () => {
  const { now, changes, succeed } = quantityOf()
  act(() => {
    void now().set(2)
    void now().set(3)
  })
  await succeed()
  expect(changes()).toEqual([1, 1])
})

test('a quantity that returns to the sent one sends nothing', async () => {
  const { set, changes, succeed } = quantityOf()
  for (const to of [2, 3, 2]) set(to)
  await succeed()
  expect(changes()).toEqual([1])
})

test('a refusal restores the server’s quantity and shows the reason', async () => {
  const { now, set, fail } = quantityOf()
  set(2)
  await fail(409, 'API Error')
  expect(now()).toMatchObject({ shown: 1, error: { status: 409 } })
})

test('offline the change is kept, and sent under the same key when online', async () => {
  const { now, set, change, fail, succeed } = quantityOf()
  set(2)
  await fail()
  expect(now()).toMatchObject({ shown: 2, error: { name: 'Error' } })
  act(() => void dispatchEvent(new Event('online')))
  expect(change.mock.calls[1]).toEqual(change.mock.calls[0])
  await succeed()
  expect(now()).toMatchObject({ pending: false, error: undefined })
  expect(change).toHaveBeenCalledTimes(2)
})

test('without an answer the change is retried with backoff up to a minute', async () => {
  vi.useFakeTimers()
  const { now, set, change, fail, succeed } = quantityOf()
  set(2)
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    const sent = change.mock.calls.length
    await fail()
    act(() => void vi.advanceTimersByTime(seconds * 1000 - 1))
    expect(change).toHaveBeenCalledTimes(sent)
    act(() => void vi.advanceTimersByTime(1))
    expect(change).toHaveBeenCalledTimes(sent + 1)
    expect(change.mock.lastCall).toEqual(change.mock.calls[0])
    expect(now().error?.name).toBe('Error')
  }
  await succeed()
  expect([now().error, vi.getTimerCount()]).toEqual([undefined, 0])
})

test('nothing is retried while the page is hidden or offline', async () => {
  vi.useFakeTimers()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { set, change, fail } = quantityOf()
  set(2)
  await fail()
  act(() => void vi.advanceTimersByTime(600_000))
  hidden.mockRestore()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(change).toHaveBeenCalledTimes(1)
  onLine.mockRestore()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(change).toHaveBeenCalledTimes(2)
})

test('a press after a failure resets the backoff', async () => {
  vi.useFakeTimers()
  const { set, change, fail } = quantityOf()
  set(2)
  for (const wait of [60_000, 60_000, 0]) {
    await fail()
    act(() => void vi.advanceTimersByTime(wait))
  }
  set(3)
  await fail()
  act(() => void vi.advanceTimersByTime(2000))
  expect(change).toHaveBeenCalledTimes(5)
})

test('keeps its listener for the connection across renderings', () => {
  const { rerender } = quantityOf()
  const removed = vi.spyOn(window, 'removeEventListener')
  rerender(1)
  expect(removed).not.toHaveBeenCalledWith('online', expect.anything())
})
