import { expect, test } from 'vitest'
import { lineOf } from '../../api/cases'
import { fixOf, placeOf, problemsOf } from './fixes'

const finding = (code: string, pointer: string, params = {}) => ({ code, message: code, pointer, params })
const line = lineOf({ lineId: 'a', quantity: 7, maximum: 20 })

test.each([
  ['the order is too small', finding('amount-too-low', '/'), { kind: 'add-items' }],
  ['too few items', finding('basket-too-few-items', '/'), { kind: 'add-items' }],
  ['the restaurant stopped taking orders', finding('no-online-orders', '/'), { kind: 'store' }],
  ['too many in all', finding('basket-too-many-items', '/'), { kind: 'none' }],
  ['no time', finding('timeslot-missing', '/timeslot'), { kind: 'time' }],
  ['a tip too large', finding('tip-invalid', '/tip'), { kind: 'tip' }],
  [
    'fewer than are sold',
    finding('item-minimum', '/lines/a', { missing: 3 }),
    { kind: 'quantity', line, quantity: 10 },
  ],
  [
    'more than are sold',
    finding('quantity-too-high', '/lines/a', { excess: 2 }),
    { kind: 'quantity', line, quantity: 5 },
  ],
  [
    'more than are sold, over several lines',
    finding('quantity-too-high', '/lines/a', { excess: 7 }),
    { kind: 'remove', line },
  ],
  [
    'sold by fours',
    finding('quantity-increment', '/lines/a', { increment: 4 }),
    { kind: 'quantity', line, quantity: 8 },
  ],
  [
    'sold by twelves, up to twenty',
    finding('quantity-increment', '/lines/a', { increment: 12 }),
    { kind: 'quantity', line, quantity: 12 },
  ],
  [
    'sold by fifteens',
    finding('quantity-increment', '/lines/a', { increment: 15 }),
    { kind: 'quantity', line, quantity: 15 },
  ],
  ['gone', finding('item-sold-out', '/lines/a'), { kind: 'remove', line }],
  ['not at this hour', finding('item-not-served-now', '/lines/a'), { kind: 'time' }],
  ['a choice that misses', finding('choose-at-least', '/lines/a'), { kind: 'edit', line }],
  ['a line that left meanwhile', finding('item-sold-out', '/lines/z'), { kind: 'none' }],
])('%s', (_, problem, fix) => {
  expect(fixOf(problem, [line])).toEqual(fix)
})

test('a problem is mended where its pointer says', () => {
  const places = ['/', '/lines/a', '/timeslot', '/tip'].map((pointer) => placeOf(finding('x', pointer)))
  expect(places).toEqual(['cart', 'cart', 'time', 'tip'])
  expect(placeOf({ code: 'x', message: 'x' })).toBe('cart')
})

test('what a change tells already is not told again', () => {
  const problems = [
    finding('item-sold-out', '/lines/a'),
    finding('item-sold-out', '/lines/b'),
    finding('modifier-sold-out', '/lines/a'),
    finding('timeslot-missing', '/timeslot'),
  ]
  const changes = [{ kind: 'sold-out' as const, lineId: 'a', label: 'The Big Deal' }]
  expect(problemsOf({ problems, changes }, 'cart')).toEqual([problems[1], problems[2]])
  expect(problemsOf({ problems, changes }, 'time')).toEqual([problems[3]])
})
