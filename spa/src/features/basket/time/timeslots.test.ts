import { expect, test } from 'vitest'
import { nextOpenDay, offeredTimes } from './timeslots'

const slot = (wall: string, full?: true) => ({
  start: `2026-11-21T${wall}:00Z`,
  end: `2026-11-21T${wall}:00Z`,
  full,
})
const day = (...slots: ReturnType<typeof slot>[]) => ({ date: '2026-11-21', slots })
const names = ({ first, next }: ReturnType<typeof offeredTimes>) => [
  first && `${first.asap ? 'asap ' : ''}${first.start.slice(11, 16)}`,
  ...next.map(({ start }) => start.slice(11, 16)),
]

test('an open restaurant offers as soon as possible, then the next three free times', () => {
  const slots = day(
    slot('18:30', true),
    slot('18:45'),
    slot('19:00', true),
    slot('19:15'),
    slot('19:30'),
    slot('19:45'),
    slot('20:00'),
  )
  expect(names(offeredTimes({ asap: slot('18:45'), day: slots }))).toEqual([
    'asap 18:45',
    '19:15',
    '19:30',
    '19:45',
  ])
})

test('a closed restaurant offers its first time, without as soon as possible', () => {
  expect(names(offeredTimes({ day: day(slot('16:45'), slot('17:00')) }))).toEqual(['16:45', '17:00'])
})

test('a full day offers no time', () => {
  expect(names(offeredTimes({ day: day(slot('16:45', true)) }))).toEqual([undefined])
})

test('a closed day is skipped for the next one with times', () => {
  const days = [
    { date: '2026-11-20' },
    { date: '2026-11-21', closed: 'date' as const },
    { date: '2026-11-22', closed: 'weekday' as const },
    { date: '2026-11-23' },
  ]
  expect(['2026-11-20', '2026-11-21', '2026-11-23'].map((date) => nextOpenDay(days, date))).toEqual([
    '2026-11-23',
    '2026-11-23',
    undefined,
  ])
})
