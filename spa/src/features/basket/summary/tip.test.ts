import { expect, test } from 'vitest'
import { basketFixture } from '../../../basket/fixtures'
import { amountEntry, entryOf, formatEntry, tipChoiceOf, tipOf } from './tip'

test.each([
  ['nothing', '', ''],
  ['digits', '12', '12'],
  ['a point at the end', '4.', '4.'],
  ['a point at first', '.5', '.5'],
  ['a decimal comma', '4,50', '4.50'],
  ['a pasted price', '$ 4.50', '4.50'],
  ['a pasted French price', '4,50\u00a0$', '4.50'],
  ['letters', '4a', undefined],
  ['a sign', '-4', undefined],
  ['two points', '4.5.0', undefined],
  ['an exponent', '1e3', undefined],
])('the field takes or refuses %s', (_, raw, want) => {
  expect(amountEntry(raw)).toBe(want)
})

test('an entry becomes cents, half to even', () => {
  expect(tipOf('4.5', 'usd')).toEqual({ kind: 'amount', amount: { minor: 450, currency: 'usd' } })
  expect(tipOf('4.125', 'cad')).toEqual({ kind: 'amount', amount: { minor: 412, currency: 'cad' } })
  expect(tipOf('0', 'usd')?.amount?.minor).toBe(0)
  expect([tipOf('', 'usd'), tipOf('.', 'usd')]).toEqual([undefined, undefined])
})

test('no tip is preselected', () => {
  expect(tipChoiceOf(basketFixture())).toBeUndefined()
})

test.each([
  [{ kind: 'percent' as const, percent: 15 }, '15%'],
  [{ kind: 'percent' as const, percent: 33 }, 'custom'],
  [{ kind: 'amount' as const, amount: { minor: 300, currency: 'usd' as const } }, 'custom'],
  [{ kind: 'none' as const }, 'none'],
])('the basket’s tip %j is ticked as %s', (tip, want) => {
  expect(tipChoiceOf(basketFixture({ tip }))).toBe(want)
})

test('a custom amount starts with the current tip', () => {
  const { totals } = basketFixture()
  expect(entryOf({ totals })).toBe('')
  expect(entryOf({ totals: { ...totals, tip: { minor: 604, currency: 'usd' } } })).toBe('6.04')
})

test.each([
  ['3.337', '3.34'],
  ['4.5', '4.50'],
  ['', ''],
  ['.', '.'],
])('the entry %j is charged as %j', (entry, want) => {
  expect(formatEntry(entry)).toBe(want)
})
