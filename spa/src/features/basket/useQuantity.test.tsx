import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Basket } from '../../api/generated'
import { basketOf } from '../../basket/cases'
import { useQuantity } from './useQuantity'

/** A server whose answers come when the test says so. */
function slowServer() {
  const answers: { resolve: (b: Basket) => void; reject: (e: unknown) => void }[] = []
  const change = vi.fn(
    (_by: number, _key: string) =>
      new Promise<Basket>((resolve, reject) => void answers.push({ resolve, reject })),
  )
  return { answers, change }
}

test('shows the tap at once, and adds up what comes while a change is under way', async () => {
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

  await act(async () => answers[0]!.resolve(basketOf()))
  rerender({ quantity: 2 })
  expect(change.mock.calls.map(([by]) => by)).toEqual([1, 2])
  expect(result.current.shown).toBe(4)

  rerender({ quantity: 4 })
  await act(async () => answers[1]!.resolve(basketOf()))
  expect([result.current.shown, result.current.pending]).toEqual([4, false])
})

test('two taps before the next rendering are two', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => {
    void result.current.set(2)
    void result.current.set(3)
  })
  await act(async () => answers[0]!.resolve(basketOf()))
  expect(change.mock.calls.map(([by]) => by)).toEqual([1, 1])
})

test('there and back again sends nothing more', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  act(() => void result.current.set(3))
  act(() => void result.current.set(2))
  await act(async () => answers[0]!.resolve(basketOf()))
  expect(change.mock.calls.map(([by]) => by)).toEqual([1])
})

test('a refusal shows the server’s quantity again, and why', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  const refusal = { name: 'API Error', status: 409, message: 'no' }
  await act(async () => answers[0]!.reject(refusal))
  expect([result.current.shown, result.current.error]).toEqual([1, refusal])
})

test('without a connection the wish stays, and is sent under the same key when it is back', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  await act(async () => answers[0]!.reject({ name: 'Error', status: 500, message: '' }))
  expect([result.current.shown, result.current.error?.name]).toEqual([2, 'Error'])

  act(() => void dispatchEvent(new Event('online')))
  expect(change.mock.calls[1]).toEqual(change.mock.calls[0])
  expect(result.current.error).toBeUndefined()
  await act(async () => answers[1]!.resolve(basketOf()))
  expect([change.mock.calls.length, result.current.pending]).toEqual([2, false])
})

test('listens for the connection across renderings: what one of them removes meanwhile is not called', () => {
  const { rerender } = renderHook(() => useQuantity(1, slowServer().change))
  const removed = vi.spyOn(window, 'removeEventListener')
  rerender()
  expect(removed).not.toHaveBeenCalledWith('online', expect.anything())
})
