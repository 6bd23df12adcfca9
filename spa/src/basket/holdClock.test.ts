import { expect, test } from 'vitest'
import { secondsLeft, warningAt } from './holdClock'

test('started seconds count, and after the end they are negative', () => {
  const left = (now: string) => secondsLeft('2026-11-21T18:10:00Z', new Date(now))
  expect(left('2026-11-21T18:00:00Z')).toBe(600)
  expect(left('2026-11-21T18:09:59.500Z')).toBe(1)
  expect(left('2026-11-21T18:10:00Z')).toBe(0)
  expect(left('2026-11-21T18:10:02Z')).toBe(-2)
})

test.each([
  ['two minutes before', 121, 120, 120],
  ['thirty seconds before', 31, 30, 30],
  ['after a sleep, only the nearest that is left', 600, 25, 120],
  ['between them nothing', 119, 118, undefined],
  ['a longer hold starts over', 20, 600, undefined],
  ['past the end nothing', 31, 0, undefined],
])('a warning %s', (_, before, now, want) => {
  expect(warningAt(before, now)).toBe(want)
})
