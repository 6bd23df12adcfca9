import { expect, test } from 'vitest'
import { mealAt } from './meal'

test.each([
  ['2026-11-21T14:00:00Z', 'America/Chicago', 'any'],
  ['2026-11-21T18:00:00Z', 'America/Chicago', 'lunch'],
  ['2026-11-21T23:45:00Z', 'America/Chicago', 'dinner'],
  ['2026-11-22T04:00:00Z', 'America/Chicago', 'late'],
  ['2026-11-22T06:00:00Z', 'America/Chicago', 'late'],
  ['2026-11-22T06:00:00Z', 'America/Los_Angeles', 'late'],
  ['2026-11-22T05:59:00Z', 'America/Los_Angeles', 'dinner'],
])('%s in %s is %s', (instant, zone, want) => {
  expect(mealAt(instant, zone)).toBe(want)
})
