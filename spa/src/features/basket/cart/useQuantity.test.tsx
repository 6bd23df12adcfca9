import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Basket } from '../../../api/generated'
import { basketFixture } from '../../../basket/fixtures'
import { useQuantity } from './useQuantity'

/** A server that answers when the test resolves its promise. */
function slowServer() {
  const answers: { resolve: (b: Basket) => void; reject: (e: unknown) => void }[] = []
  const change = vi.fn(
    (_by: number, _key: string) =>
      new Promise<Basket>((resolve, reject) => void answers.push({ resolve, reject })),
  )
  return { answers, change }
}

test('shows a tap at once, and sums taps during a change', async () => {
  const { answers, change } = slowServer()
  const { result, rerender } = renderHook(({ quantity }) => useQuantity(quantity, change), {
    initialProps: { quantity: 1 },
  })
  act(() => void result.current.set(2))
  expect([result.current.shown, result.current.pending]).toEqual([2, true])
  act(() => void result.current.set(3))
  act(() => void result.current.set(4))
  expect(result.current.shown).toBe(4)
  expect(change.mock.calls.map(([by]) => by)).toEqual([1])

  await act(async () => answers[0]!.resolve(basketFixture()))
  rerender({ quantity: 2 })
  expect(change.mock.calls.map(([by]) => by)).toEqual([1, 2])
  expect(result.current.shown).toBe(4)

  rerender({ quantity: 4 })
  await act(async () => answers[1]!.resolve(basketFixture()))
  expect([result.current.shown, result.current.pending]).toEqual([4, false])
})

test('two taps before the next rendering both count', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => {
    void result.current.set(2)
    void result.current.set(3)
  })
  await act(async () => answers[0]!.resolve(basketFixture()))
  expect(change.mock.calls.map(([by]) => by)).toEqual([1, 1])
})

test('a quantity that returns to the sent one sends nothing', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  act(() => void result.current.set(3))
  act(() => void result.current.set(2))
  await act(async () => answers[0]!.resolve(basketFixture()))
  expect(change.mock.calls.map(([by]) => by)).toEqual([1])
})

test('a refusal restores the server’s quantity and shows the reason', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  const refusal = { name: 'API Error', status: 409, message: 'no' }
  await act(async () => answers[0]!.reject(refusal))
  expect([result.current.shown, result.current.error]).toEqual([1, refusal])
})

test('offline the change is kept, and sent under the same key when online', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  await act(async () => answers[0]!.reject({ name: 'Error', status: 500, message: '' }))
  expect([result.current.shown, result.current.error?.name]).toEqual([2, 'Error'])

  act(() => void dispatchEvent(new Event('online')))
  expect(change.mock.calls[1]).toEqual(change.mock.calls[0])
  await act(async () => answers[1]!.resolve(basketFixture()))
  expect([change.mock.calls.length, result.current.pending]).toEqual([2, false])
  expect(result.current.error).toBeUndefined()
})

test('without an answer the change is retried with backoff up to a minute', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    const sent = change.mock.calls.length
    await act(async () => answers.at(-1)!.reject({ name: 'Error', status: 500, message: '' }))
    act(() => void vi.advanceTimersByTime(seconds * 1000 - 1))
    expect(change).toHaveBeenCalledTimes(sent)
    act(() => void vi.advanceTimersByTime(1))
    expect(change.mock.lastCall).toEqual(change.mock.calls[0])
    expect([change.mock.calls.length, result.current.error?.name]).toEqual([sent + 1, 'Error'])
  }
  await act(async () => answers.at(-1)!.resolve(basketFixture()))
  expect([result.current.error, vi.getTimerCount()]).toEqual([undefined, 0])
})

test('nothing is retried while the page is hidden or offline', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  await act(async () => answers[0]!.reject({ name: 'Error', status: 500, message: '' }))
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
  onTestFinished(() => void vi.useRealTimers())
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  for (const n of [0, 1, 2]) {
    await act(async () => answers[n]!.reject({ name: 'Error', status: 500, message: '' }))
    if (n < 2) act(() => void vi.advanceTimersByTime(60_000))
  }
  act(() => void result.current.set(3))
  await act(async () => answers[3]!.reject({ name: 'Error', status: 500, message: '' }))
  act(() => void vi.advanceTimersByTime(2000))
  expect(change).toHaveBeenCalledTimes(5)
})

test('keeps its listener for the connection across renderings', () => {
  const { rerender } = renderHook(() => useQuantity(1, slowServer().change))
  const removed = vi.spyOn(window, 'removeEventListener')
  rerender()
  expect(removed).not.toHaveBeenCalledWith('online', expect.anything())
})
