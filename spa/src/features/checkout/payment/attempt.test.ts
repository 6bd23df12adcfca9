import { expect, test } from 'vitest'
import { apiError } from '../../../api/apiError'
import { unknownError } from '../../../api/errors'
import { type Attempt, clearAttempt, isFinalAnswer, storeAttempt, storedAttempt } from './attempt'

const attempt: Attempt = {
  orderId: 'basket',
  version: '"3"',
  key: 'k'.repeat(32),
  free: { contact: {} as never },
}
const refusal = (status: number, code: string) => apiError(status, JSON.stringify({ code, message: code }))

test('an attempt is stored as it was sent until it is removed', () => {
  expect(storedAttempt()).toBeUndefined()
  storeAttempt(attempt)
  expect(storedAttempt()).toEqual(attempt)
  clearAttempt()
  expect(storedAttempt()).toBeUndefined()
})

test.each([
  '{"key":1',
  '{}',
  'null',
  '7',
  '"text"',
  JSON.stringify({ ...attempt, key: '\u0000' }),
  JSON.stringify({ ...attempt, key: undefined }),
  JSON.stringify({ ...attempt, orderId: '../../locations' }),
  JSON.stringify({ ...attempt, version: '“3”' }),
  JSON.stringify({ ...attempt, free: undefined }),
])('%s in the storage is not an attempt', (text) => {
  sessionStorage.setItem('placing', text)
  expect(storedAttempt()).toBeUndefined()
})

test.each([
  ['a declined card', refusal(402, 'payment-declined'), true],
  ['a full time', refusal(409, 'timeslot-full'), true],
  ['a wrong field', refusal(422, 'invalid'), true],
  ['too many attempts', refusal(429, 'too-many-attempts'), true],
  ['too many held times', refusal(429, 'too-many-holds'), true],
  ['the API’s rate limit', apiError(429, '{"message":"Too Many Requests"}'), false],
  ['the firewall’s rate limit', refusal(429, 'too-many-requests'), false],
  ['a request that the firewall blocks', refusal(400, 'request-refused'), false],
  ['a request that the access gate blocks', refusal(400, 'front-missing'), false],
  ['no connection', unknownError(), false],
  ['an aborted call', { name: 'AbortError' } as never, false],
  ['a duplicate of a request in progress', refusal(409, 'in-flight'), false],
  ['an unavailable payment service', refusal(503, 'payment-unavailable'), false],
  ['an error page of the gateway', apiError(504, '<html>'), false],
  ['a timeout', refusal(408, 'timeout'), false],
])('%s is a final answer: %s', (_, error, want) => {
  expect(isFinalAnswer(error)).toBe(want)
})
