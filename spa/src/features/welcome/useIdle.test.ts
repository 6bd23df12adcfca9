import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIdle } from './useIdle'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  document.body.innerHTML = ''
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('the hook waits until the guest is idle', () => {
  const { result } = renderHook(useIdle)
  pass(599)
  fireEvent.pointerDown(document.body)
  pass(599)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
  fireEvent.pointerDown(document.body)
  pass(1)
  expect(result.current).toBe(true)
})

test.each([
  ['a field that has the focus', '<input>'],
  ['a dialog', '<dialog open></dialog>'],
  ['the menu of a phone', '<header><button aria-expanded="true"></button></header>'],
])('%s comes first', (_, begun) => {
  document.body.innerHTML = begun
  document.querySelector('input')?.focus()
  const { result } = renderHook(useIdle)
  pass(60_000)
  expect(result.current).toBe(false)
  document.body.innerHTML = ''
  pass(600)
  expect(result.current).toBe(true)
})
