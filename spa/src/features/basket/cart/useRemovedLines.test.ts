import { expect, test } from 'vitest'
import { lineFixture } from '../../../basket/fixtures'
import { cartRows } from './useRemovedLines'

const [a, b, c] = ['a', 'b', 'c'].map((lineId) => lineFixture({ lineId })) as [never, never, never]
const shown = (...rows: Parameters<typeof cartRows>) =>
  cartRows(...rows).map(({ line, removed }) => (removed ? `(${line.lineId})` : line.lineId))

test('a removed line keeps its position', () => {
  expect(shown([a, c], [{ line: b, after: 'a' }])).toEqual(['a', '(b)', 'c'])
  expect(shown([b, c], [{ line: a }])).toEqual(['(a)', 'b', 'c'])
})

test('a removed line is shown as removed before the server’s answer', () => {
  expect(shown([a, b, c], [{ line: b, after: 'a' }])).toEqual(['a', '(b)', 'c'])
})

test('several in a row keep their order', () => {
  const removed = [
    { line: b, after: 'a' },
    { line: c, after: 'b' },
  ]
  expect(shown([a], removed)).toEqual(['a', '(b)', '(c)'])
})

test('a removed line whose predecessor is gone comes first', () => {
  expect(shown([c], [{ line: b, after: 'a' }])).toEqual(['(b)', 'c'])
})
