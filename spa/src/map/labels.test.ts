import { expect, test } from 'vitest'
import { labels } from './labels'

const view = { x: 0, y: 0, width: 100, height: 100 }
const size = { width: 500, height: 500 }

test('the bigger town is named where two would cover each other', () => {
  const named = labels(
    [
      ['Jenks', 50, 51, 1],
      ['Tulsa', 50, 50, 40],
    ],
    view,
    size,
    [],
  )
  expect(named.map(({ name }) => name)).toEqual(['Tulsa'])
  expect(named[0]).toMatchObject({ left: 0.5, top: 0.5, rank: 1, lower: false })
})

test('a name moves away from other content', () => {
  const pin = { left: 232, right: 268, top: 208, bottom: 254 }
  expect(labels([['Tulsa', 50, 50, 40]], view, size, [pin])[0]).toMatchObject({ lower: true, top: 0.536 })
})

test('no name is cut by the edge', () => {
  expect(
    labels(
      [
        ['Albuquerque', 1, 50, 30],
        ['Truth or Consequences', 50, 99.5, 2],
      ],
      view,
      size,
      [],
    ),
  ).toEqual([])
})

test('a crowded map shows few names', () => {
  const crowd = Array.from(
    { length: 400 },
    (_, i) => [`T${i}`, (i % 20) * 5, Math.floor(i / 20) * 5, 1] as const,
  )
  expect(labels(crowd, view, size, [])).toHaveLength(14)
})

test('large text leaves room for fewer names', () => {
  const towns = [
    ['Châteauguay', 30, 50, 9],
    ['Boucherville', 52, 50, 8],
    ['Brossard', 92, 70, 7],
  ] as const
  const named = (textScale: number) => labels(towns, view, size, [], textScale).map(({ name }) => name)
  expect(named(1)).toEqual(['Châteauguay', 'Boucherville', 'Brossard'])
  expect(named(2)).toEqual(['Châteauguay'])
})
