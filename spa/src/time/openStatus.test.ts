import { expect, test } from 'vitest'
import { openStatusAt } from './openStatus'

const closesAt = '2026-11-21T03:00:00Z'
const opensAt = '2026-11-21T16:30:00Z'
const open = { state: 'open', closesAt, opensAt } as const
const closed = { state: 'closed', opensAt } as const

test.each([
  ['hours before it closes', open, '2026-11-21T02:00:00Z', { state: 'open', closesAt }],
  ['31 minutes before', open, '2026-11-21T02:29:59Z', { state: 'open', closesAt }],
  ['half an hour before', open, '2026-11-21T02:30:00Z', { state: 'closing', minutes: 30 }],
  ['the last second', open, '2026-11-21T02:59:59Z', { state: 'closing', minutes: 1 }],
  ['the second that it closes', open, closesAt, { state: 'closed', opensAt }],
  ['a second before it opens', closed, '2026-11-21T16:29:59Z', { state: 'closed', opensAt }],
  ['the second that it opens', closed, opensAt, { state: 'open' }],
  ['never closing', { state: 'open' } as const, opensAt, { state: 'open' }],
  [
    'closed for longer than a week',
    { state: 'closed' } as const,
    opensAt,
    { state: 'closed', opensAt: undefined },
  ],
  ['by appointment', { state: 'by-appointment' } as const, opensAt, { state: 'by-appointment' }],
])('%s', (_, opening, now, want) => {
  expect(openStatusAt(opening, new Date(now))).toEqual(want)
})
