import { beforeEach, expect, test } from 'vitest'
import { apiError, unknownError } from '../../../api/errors'
import { type Attempt, clearAttempt, isFinalAnswer, storeAttempt, storedAttempt } from './attempt'

const attempt: Attempt = {
  orderId: 'basket',
  version: '"3"',
  key: 'k'.repeat(32),
  free: { contact: {} as never },
}
const refusal = (status: number, code: string) => apiError(status, JSON.stringify({ code, message: code }))

beforeEach(() => sessionStorage.clear())

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
  ['too many times held', refusal(429, 'too-many-holds'), true],
  ['an API that is asked too often', apiError(429, '{"message":"Too Many Requests"}'), false],
  ['a firewall that is asked too often', refusal(429, 'too-many-requests'), false],
  ['a firewall that refuses', refusal(400, 'request-refused'), false],
  ['a gate that refuses', refusal(400, 'front-missing'), false],
  ['no connection', unknownError(), false],
  ['an aborted call', { name: 'AbortError' } as never, false],
  ['a twin that is still at work', refusal(409, 'in-flight'), false],
  ['a payment service that is away', refusal(503, 'payment-unavailable'), false],
  ['a page of a gateway', apiError(504, '<html>'), false],
  ['a timeout', refusal(408, 'timeout'), false],
])('%s is an answer: %s', (_, error, want) => {
  expect(isFinalAnswer(error)).toBe(want)
})
