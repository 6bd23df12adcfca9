import { expect, test } from 'vitest'
import { emsOf } from './poster'

test('a line is about as wide as its letters', () => {
  expect(emsOf('5:45')).toBeCloseTo(3 * 0.73 + 0.38)
  expect(emsOf('10:45')).toBeGreaterThan(emsOf('5:45'))
  expect(emsOf('')).toBe(0)
})
