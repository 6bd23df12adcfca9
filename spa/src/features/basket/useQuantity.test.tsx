import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { basketOf } from '../../api/cases'
import type { Basket } from '../../api/generated'
import { useQuantity } from './useQuantity'

/** A server whose answers come when the test says so. */
function slowServer() {
  const answers: { resolve: (b: Basket) => void; reject: (e: unknown) => void }[] = []
  const change = vi.fn(
    (_by: number) => new Promise<Basket>((resolve, reject) => void answers.push({ resolve, reject })),
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
  expect(change.mock.calls).toEqual([[1]])

  await act(async () => answers[0]!.resolve(basketOf()))
  rerender({ quantity: 2 })
  expect(change.mock.calls).toEqual([[1], [2]])
  expect(result.current.shown).toBe(4)

  rerender({ quantity: 4 })
  await act(async () => answers[1]!.resolve(basketOf()))
  expect([result.current.shown, result.current.pending]).toEqual([4, false])
})

test('there and back again sends nothing more', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  act(() => void result.current.set(3))
  act(() => void result.current.set(2))
  await act(async () => answers[0]!.resolve(basketOf()))
  expect(change.mock.calls).toEqual([[1]])
})

test('a refusal shows the server’s quantity again, and why', async () => {
  const { answers, change } = slowServer()
  const { result } = renderHook(() => useQuantity(1, change))
  act(() => void result.current.set(2))
  const refusal = { name: 'API Error', status: 409, message: 'no' }
  await act(async () => answers[0]!.reject(refusal))
  expect([result.current.shown, result.current.error]).toEqual([1, refusal])
})
