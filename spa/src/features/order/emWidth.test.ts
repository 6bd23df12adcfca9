import { expect, test } from 'vitest'
import { emWidth } from './emWidth'

test('a line’s width is the sum of its letters', () => {
  expect(emWidth('5:45')).toBeCloseTo(3 * 0.73 + 0.38)
  expect(emWidth('10:45')).toBeGreaterThan(emWidth('5:45'))
  expect(emWidth('')).toBe(0)
})
