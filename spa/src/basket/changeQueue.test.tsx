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

test('changes wait for each other, each from the version that the one before gave', async () => {
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

test('it is pending until the last answer', async () => {
  const { orderId, result } = begin()
  const answer = Promise.withResolvers<Basket>()
  act(() => void result.current.change({ send: () => answer.promise }))
  expect(result.current.pending).toBe(true)
  await act(async () => answer.resolve(at(2, orderId)))
  expect(result.current.pending).toBe(false)
})

test('an addition is made once more on the basket as it is, under another key', async () => {
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

test('once, and no more', async () => {
  const { orderId, result } = begin()
  const send = vi.fn().mockRejectedValue(changed(at(5, orderId)))
  await act(() =>
    expect(result.current.change({ send, repeatable: true })).rejects.toMatchObject({ status: 409 }),
  )
  expect(send).toHaveBeenCalledTimes(2)
})

test('what depends on what the guest saw is refused, and the next change knows the basket as it is', async () => {
  const { orderId, result } = begin()
  const send = vi.fn().mockRejectedValueOnce(changed(at(5, orderId)))
  await act(() => expect(result.current.change({ send })).rejects.toMatchObject({ status: 409 }))
  expect(send).toHaveBeenCalledOnce()
  const next = vi.fn().mockResolvedValue(at(6, orderId))
  await act(() => result.current.change({ send: next }))
  expect(next.mock.calls[0]![0].version).toBe(5)
})

test('an answer that got lost is asked for again under the same key', async () => {
  const { orderId, result } = begin()
  const send = vi.fn().mockRejectedValueOnce(lost).mockResolvedValueOnce(at(2, orderId))
  await act(() => result.current.change({ send }))
  expect(send.mock.calls[0]).toEqual(send.mock.calls[1])
})

test('without a connection nothing is asked again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { result } = begin()
  const send = vi.fn().mockRejectedValue(lost)
  await act(() => expect(result.current.change({ send })).rejects.toEqual(lost))
  expect(send).toHaveBeenCalledOnce()
})

test('a later call with the same intention sends the attempt without an answer again, unchanged', async () => {
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
