import { expect, test, vi } from 'vitest'
import { renderHookAt } from '../renderAt'
import { apiError } from './apiError'
import { recordAnswer } from './connection'
import { unknownError } from './errors'
import { useLoadErrorText, useProblemText } from './useProblemText'

const textOf = (status: number, code: string, requestId?: string) => {
  const { result } = renderHookAt('/', useProblemText)
  return result.current(apiError(status, JSON.stringify({ code, message: 'm', errors: [], requestId })))
}

test('a server error shows its request id', () => {
  expect(textOf(503, 'store-unavailable', 'JKJaXmPLvHcESHA=').split('\n')).toHaveLength(2)
  expect(textOf(500, 'internal', 'JKJaXmPLvHcESHA=')).toMatch(/\nReference: JKJaXmPLvHcESHA=$/)
})

test('a message ends with exactly one period', () => {
  expect(textOf(404, 'item-not-found')).toBe('Item not found.')
  expect(textOf(404, 'location-not-found')).toBe('Restaurant not found!')
  expect(textOf(409, 'no-online-orders')).toMatch(/ordering\.$/)
})

test('a problem that the guest can fix, or without a request, shows no request id', () => {
  expect(textOf(409, 'timeslot-full', 'JKJaXmPLvHcESHA=')).not.toContain('Reference')
  expect(textOf(503, 'store-unavailable')).not.toContain('Reference')
})

test('a 429 or 503 without a code says that the site is busy', () => {
  const { result } = renderHookAt('/', useProblemText)
  const refused = (status: number) => result.current(apiError(status, '{"message":"Too Many Requests"}'))
  expect(refused(429)).toBe(textOf(503, 'store-unavailable'))
  expect(refused(503)).toBe(textOf(503, 'store-unavailable'))
  expect(refused(500)).toMatch(/^Oooops!/)
})

const unread = (refusal = unknownError()) => renderHookAt('/', useLoadErrorText).result.current(refusal)
const unopened =
  /^You’re offline\. You haven’t opened this page before, so it will load when the connection is back\./

test('offline, an uncached page says that it needs a connection', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(unread()).toMatch(unopened)
})

test('the same when only the server is unreachable', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  expect(unread()).toMatch(/^Oooops!/)
  recordAnswer('Fri, 20 Nov 2026 18:00:00 GMT')
  expect(unread()).toMatch(unopened)
  expect(
    unread(apiError(404, JSON.stringify({ code: 'item-not-found', message: 'm', errors: [] }))),
  ).not.toMatch(unopened)
})
