import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { recordAnswer, useCachedSince, useOnline } from './connection'

beforeEach(() => {
  vi.useFakeTimers()
})

const noon = 'Fri, 20 Nov 2026 18:00:00 GMT'

test('a cached answer means that the server is unreachable, a fresh one that it is reachable', () => {
  const online = renderHook(useOnline)
  const since = renderHook(useCachedSince)
  expect([online.result.current, since.result.current]).toEqual([true, undefined])
  act(() => recordAnswer(noon))
  expect([online.result.current, since.result.current]).toEqual([false, noon])
  act(() => recordAnswer(null))
  expect([online.result.current, since.result.current]).toEqual([true, undefined])
})

test('online, an unreachable server is polled until it answers', () => {
  const again = vi.fn()
  addEventListener('online', again)
  recordAnswer(noon)
  vi.advanceTimersByTime(5000)
  expect(again).toHaveBeenCalledTimes(1)
  recordAnswer(noon)
  recordAnswer(null)
  vi.advanceTimersByTime(60_000)
  expect(again).toHaveBeenCalledTimes(1)
  removeEventListener('online', again)
})

test('offline, the server is not polled until the online event', () => {
  const again = vi.fn()
  addEventListener('online', again)
  const there = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  recordAnswer(noon)
  vi.advanceTimersByTime(60_000)
  expect(again).not.toHaveBeenCalled()
  there.mockRestore()
  removeEventListener('online', again)
})
