import { expect, test } from 'vitest'
import { apiError } from '../../../api/apiError'
import type { Basket } from '../../../api/generated'
import { hasObstacles, obstaclesOf } from './obstacles'

const basket = (more: Partial<Basket> = {}) => ({ problems: [], changes: [], ...more }) as unknown as Basket
const finding = (code: string, pointer?: string) => ({ code, pointer, message: code, fixes: [] })
const refusal = (code: string, problems?: object[]) =>
  apiError(409, JSON.stringify({ code, message: code, problems }))
const codes = (found: { code: string }[]) => found.map(({ code }) => code)

test('a valid basket has no obstacles', () => {
  expect(hasObstacles(obstaclesOf(basket()))).toBe(false)
})

test('a time problem leads to the times, a line problem to the cart', () => {
  const found = obstaclesOf(
    basket({ problems: [finding('hold-ended', '/timeslot'), finding('item-minimum', '/lines/a')] }),
  )
  expect([codes(found.time), codes(found.cart)]).toEqual([['hold-ended'], ['item-minimum']])
})

test('a refusal without findings is an obstacle itself', () => {
  expect(codes(obstaclesOf(basket(), refusal('timeslot-full')).time)).toEqual(['timeslot-full'])
})

test('a time that passed during placing is listed before the missing time', () => {
  const without = basket({ problems: [finding('timeslot-missing', '/timeslot')] })
  const { time, cart } = obstaclesOf(without, refusal('timeslot-passed'))
  expect([codes(time), codes(cart)]).toEqual([['timeslot-passed', 'timeslot-missing'], []])
})

test('a problem in both basket and refusal is listed once', () => {
  const soldOut = finding('item-sold-out', '/lines/a')
  const found = obstaclesOf(basket({ problems: [soldOut] }), refusal('item-sold-out', [soldOut]))
  expect(codes(found.cart)).toEqual(['item-sold-out'])
})

test('a removed choice is a change to accept, not also an obstacle', () => {
  const found = obstaclesOf(
    basket({
      problems: [finding('item-sold-out', '/lines/a'), finding('item-minimum', '/lines/b')],
      changes: [{ kind: 'sold-out', lineId: 'a', label: 'Pit Fries' }],
    }),
    refusal('item-sold-out', [finding('item-sold-out', '/lines/a')]),
  )
  expect([found.changes.length, codes(found.cart)]).toEqual([1, ['item-minimum']])
})

test.each([
  'payment-declined',
  'basket-changed',
  'price-changed',
  'invalid',
  'too-many-attempts',
  'too-many-holds',
])('%s is not about the basket', (code) => {
  expect(hasObstacles(obstaclesOf(basket(), refusal(code)))).toBe(false)
})
