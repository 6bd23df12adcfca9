import { act, fireEvent, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useIdle } from './useIdle'

beforeEach(() => {
  vi.useFakeTimers()
})

const passTime = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('true after 600 ms without input, and stays true', () => {
  const { result } = renderHook(useIdle)
  passTime(599)
  fireEvent.pointerDown(document.body)
  passTime(599)
  expect(result.current).toBe(false)
  passTime(1)
  expect(result.current).toBe(true)
  fireEvent.pointerDown(document.body)
  passTime(1)
  expect(result.current).toBe(true)
})

test.each([
  ['input into a field', '<input>'],
  ['a dialog', '<dialog open></dialog>'],
  ['an open menu', '<header><button aria-expanded="true"></button></header>'],
])('false during %s', (_, content) => {
  document.body.innerHTML = content
  document.querySelector('input')?.focus()
  const { result } = renderHook(useIdle)
  passTime(60_000)
  expect(result.current).toBe(false)
  document.body.innerHTML = ''
  passTime(600)
  expect(result.current).toBe(true)
})
