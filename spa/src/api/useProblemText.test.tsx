import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { recordAnswer } from './connection'
import { apiError, unknownError } from './errors'
import { useLoadErrorText, useProblemText } from './useProblemText'

const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>

const told = (status: number, code: string, requestId?: string) => {
  const { result } = renderHook(useProblemText, { wrapper })
  return result.current(apiError(status, JSON.stringify({ code, message: 'm', errors: [], requestId })))
}

test('a fault of ours names its request, by which the log tells what happened', () => {
  expect(told(503, 'store-unavailable', 'JKJaXmPLvHcESHA=').split('\n')).toHaveLength(2)
  expect(told(500, 'internal', 'JKJaXmPLvHcESHA=')).toMatch(/\nReference: JKJaXmPLvHcESHA=$/)
})

test('what is told ends with a period, once', () => {
  expect(told(404, 'item-not-found')).toBe('Item not found.')
  expect(told(404, 'location-not-found')).toBe('Restaurant not found!')
  expect(told(409, 'no-online-orders')).toMatch(/ordering\.$/)
})

test('what the guest can mend, and what has no request, is said without one', () => {
  expect(told(409, 'timeslot-full', 'JKJaXmPLvHcESHA=')).not.toContain('Reference')
  expect(told(503, 'store-unavailable')).not.toContain('Reference')
})

test('who is turned away at the door, without a code, is told that it is full and not that something broke', () => {
  const { result } = renderHook(useProblemText, { wrapper })
  const refused = (status: number) => result.current(apiError(status, '{"message":"Too Many Requests"}'))
  expect(refused(429)).toBe(told(503, 'store-unavailable'))
  expect(refused(503)).toBe(told(503, 'store-unavailable'))
  expect(refused(500)).toMatch(/^Oooops!/)
})

afterEach(() => {
  recordAnswer(null)
  vi.restoreAllMocks()
})

const unread = (refusal = unknownError()) => renderHook(useLoadErrorText, { wrapper }).result.current(refusal)
const unopened =
  /^You’re offline\. You haven’t opened this page before, so it will load when the connection is back\./

test('offline, a page that is not kept is said to come with the connection', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(unread()).toMatch(unopened)
})

test('so it is when only the server is away, as a kept answer tells', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  expect(unread()).toMatch(/^Oooops!/)
  recordAnswer('Fri, 20 Nov 2026 18:00:00 GMT')
  expect(unread()).toMatch(unopened)
  expect(
    unread(apiError(404, JSON.stringify({ code: 'item-not-found', message: 'm', errors: [] }))),
  ).not.toMatch(unopened)
})
