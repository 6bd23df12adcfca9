import { expect, test } from 'vitest'
import { pointsOfLayer, stackOfPrice } from './pointStack'

test.each([
  [0, 5],
  [50, 5],
  [51, 10],
  [1000, 100],
  [5001, 1000],
  [20_001, 3000],
])('a stack of %i points has layers of %i', (points, step) => {
  expect(pointsOfLayer(points)).toBe(step)
})

test.each([
  ['no points', 100, 0, 6, [1, 2, 3, 4, 5]],
  ['some', 100, 59, 6, [3, 4, 5]],
  ['all but one', 100, 99, 6, [4, 5]],
  ['enough', 100, 100, 6, []],
  ['a price below a layer', 10, 9, 3, [1, 2]],
])('with %s, the layers that are not paid for are missing', (_, price, points, height, rows) => {
  const { layers, missing } = stackOfPrice(price, points, 25)
  expect(layers).toHaveLength(height)
  expect([...missing].map(Number)).toEqual(rows)
})
