import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiError } from '../api/errors'
import type { Basket } from '../api/generated'
import { useChangeQueue } from './changeQueue'

const at = (version: number, orderId = 'token') => ({ orderId, version, lines: [] }) as unknown as Basket
const changed = (current: Basket): ApiError => ({
  name: 'API Error',
  status: 409,
  message: 'changed',
  problem: { code: 'basket-changed', message: 'changed', errors: [], current },
})
const lost: ApiError = { name: 'Error', status: 500, message: 'lost' }

let token = 0
const begin = () => {
  const orderId = `token-${++token}`
  const { result } = renderHook(() => useChangeQueue(at(1, orderId)))
  return { orderId, result }
}

beforeEach(() => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true))

test('changes run one after the other, each with the version of the previous answer', async () => {
  const { orderId, result } = begin()
  const sent: string[] = []
  const send = (name: string) => async (basket: Basket) => {
    sent.push(`${name} on ${basket.version}`)
    await Promise.resolve()
    return at(basket.version + 1, orderId)
  }
  await act(() =>
    Promise.all([
      result.current.change({ send: send('first') }),
      result.current.change({ send: send('second') }),
    ]),
  )
  expect(sent).toEqual(['first on 1', 'second on 2'])
  expect((await result.current.settled()).version).toBe(3)
})

test('the queue is pending until the last answer', async () => {
  const { orderId, result } = begin()
  const answer = Promise.withResolvers<Basket>()
  act(() => void result.current.change({ send: () => answer.promise }))
  expect(result.current.pending).toBe(true)
  await act(async () => answer.resolve(at(2, orderId)))
  expect(result.current.pending).toBe(false)
})

test('an addition is retried on the current basket under a new key', async () => {
  const { orderId, result } = begin()
  const send = vi
    .fn<(b: Basket, key: string) => Promise<Basket>>()
    .mockRejectedValueOnce(changed(at(5, orderId)))
    .mockResolvedValueOnce(at(6, orderId))
  await act(() => result.current.change({ send, repeatable: true }))
  const [[first, key], [second, again]] = send.mock.calls as [[Basket, string], [Basket, string]]
  expect([first.version, second.version]).toEqual([1, 5])
  expect(again).toBe(`${key}-again`)
})

test('it is retried only once', async () => {
  const { orderId, result } = begin()
  const send = vi.fn().mockRejectedValue(changed(at(5, orderId)))
  await act(() =>
    expect(result.current.change({ send, repeatable: true })).rejects.toMatchObject({ status: 409 }),
  )
  expect(send).toHaveBeenCalledTimes(2)
})

test('a change that depends on the seen basket is refused, and the next one uses the current version', async () => {
  const { orderId, result } = begin()
  const send = vi.fn().mockRejectedValueOnce(changed(at(5, orderId)))
  await act(() => expect(result.current.change({ send })).rejects.toMatchObject({ status: 409 }))
  expect(send).toHaveBeenCalledOnce()
  const next = vi.fn().mockResolvedValue(at(6, orderId))
  await act(() => result.current.change({ send: next }))
  expect(next.mock.calls[0]![0].version).toBe(5)
})

test('a lost answer is retried under the same key', async () => {
  const { orderId, result } = begin()
  const send = vi.fn().mockRejectedValueOnce(lost).mockResolvedValueOnce(at(2, orderId))
  await act(() => result.current.change({ send }))
  expect(send.mock.calls[0]).toEqual(send.mock.calls[1])
})

test('offline nothing is retried', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { result } = begin()
  const send = vi.fn().mockRejectedValue(lost)
  await act(() => expect(result.current.change({ send })).rejects.toEqual(lost))
  expect(send).toHaveBeenCalledOnce()
})

test('a repeated intention resends the unanswered attempt unchanged', async () => {
  const { orderId, result } = begin()
  const send = vi
    .fn<(b: Basket, key: string) => Promise<Basket>>()
    .mockRejectedValueOnce(changed(at(5, orderId)))
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
    .mockResolvedValue(at(6, orderId))
  await act(() => expect(result.current.change({ send, repeatable: true }, 'key')).rejects.toEqual(lost))
  // Meanwhile the page has loaded the basket that contains the change.
  const loaded = renderHook(() => useChangeQueue(at(6, orderId))).result
  await act(() => loaded.current.change({ send, repeatable: true }, 'key'))
  expect(send.mock.calls.map(([basket, key]) => [basket.version, key])).toEqual([
    [1, 'key'],
    [5, 'key-again'],
    [5, 'key-again'],
    [5, 'key-again'],
  ])
})
