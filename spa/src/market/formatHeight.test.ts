import { expect, test } from 'vitest'
import { formatHeight } from './formatHeight'
import { markets } from './market'

const [us, , french] = markets

test.each([
  [6.25, '6¼ in'],
  [5, '5 in'],
  [0.5, '½ in'],
])('%f inches', (inches, want) => {
  expect(formatHeight(inches, us!)).toBe(want.replace(' ', '\u00a0'))
})

test('heights are in centimetres in metric countries', () => {
  expect(formatHeight(6.25, french!).replaceAll(/\s/g, ' ')).toBe('16 cm')
})
