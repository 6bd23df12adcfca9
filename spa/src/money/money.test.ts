import { expect, test } from 'vitest'
import { formatAmount, formatSurcharge, toCents, toDecimal } from './money'

test.each([
  ['US dollars', 1840, 'usd', 'en-US', '$18.40'],
  ['Canadian dollars in English', 1840, 'cad', 'en-CA', '$18.40'],
  ['Canadian dollars in French', 184000, 'cad', 'fr-CA', '1 840,00 $'],
  ['nothing', 0, 'usd', 'en-US', '$0.00'],
])('formats %s', (_, minor, currency, lang, want) => {
  // Intl may use different no-break spaces; they look the same.
  expect(formatAmount({ minor, currency }, lang).replaceAll(/\s/g, ' ')).toBe(want)
})

test('a surcharge has a plus sign, and a free choice no price', () => {
  const usd = (minor: number) => formatSurcharge({ minor, currency: 'usd' }, 'en-US')
  expect([usd(125), usd(-50), usd(0)]).toEqual(['+$1.25', '−$0.50', ''])
})

test.each([
  ['12.50', 1250],
  [12.5, 1250],
  ['0', 0],
  ['.5', 50],
  ['12.505', 1250],
  ['12.515', 1252],
  ['12.5051', 1251],
  ['12.514999', 1251],
  [1.005, 100],
  [1.015, 102],
  ['-0.004', 0],
  ['-12.515', -1252],
  [1e21, 100000000000000000000000],
  ['1e-3', 0],
  ['99999999.99', 9999999999],
])('%s is %i cents', (decimal, cents) => {
  expect(toCents(decimal)).toBe(cents)
})

test.each([
  [1250, '12.50'],
  ['5', '0.05'],
  [0, '0.00'],
  [-199, '-1.99'],
  ['-0.5', '0.00'],
  [1.5, '0.02'],
])('%s cents are %s', (cents, decimal) => {
  expect(toDecimal(cents)).toBe(decimal)
})

test.each([undefined, null, {}, true, 'abc', '', Number.NaN])('%s is not an amount', (amount) => {
  const error = 'Amount passed must be of type String or Number.'
  expect(() => toCents(amount as string)).toThrow(error)
  expect(() => toDecimal(amount as string)).toThrow(error)
})
