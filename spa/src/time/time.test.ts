import { expect, test } from 'vitest'
import {
  daysAway,
  formatCountdown,
  formatDate,
  formatDayShort,
  formatNear,
  formatTime,
  formatWallTime,
  quarterOf,
  timeParts,
} from './time'

const plain = (s: string) => s.replaceAll(/\s/g, ' ')

test.each([
  ['Chicago, winter', '2026-11-21T23:45:00Z', 'America/Chicago', 'en-US', '5:45 PM'],
  ['Chicago, summer', '2026-07-01T22:45:00Z', 'America/Chicago', 'en-US', '5:45 PM'],
  ['Montreal in French', '2026-11-21T22:45:00Z', 'America/Toronto', 'fr-CA', '17 h 45'],
])('the time in %s', (_, instant, zone, lang, want) => {
  expect(plain(formatTime(instant, zone, lang))).toBe(want)
})

test('a time comes apart into its numbers and what stands around them', () => {
  const parts = (zone: string, lang: string) => timeParts('2026-11-21T22:45:00Z', zone, lang).map(plain)
  expect(parts('America/Chicago', 'en-US')).toEqual(['4:45', ' PM'])
  expect(parts('America/Toronto', 'fr-CA')).toEqual(['17', ' h ', '45'])
})

test('a date is MM/dd/yyyy in the US and ISO-like in French Canada', () => {
  expect(formatDate('2026-11-21T23:45:00Z', 'America/Chicago', 'en-US')).toBe('11/21/2026')
  expect(formatDate('2026-11-21T23:45:00Z', 'America/Toronto', 'fr-CA')).toBe('2026-11-21')
})

test('tomorrow is the zone’s, not the server’s', () => {
  const now = new Date('2026-11-22T03:30:00Z') // still the 21st in Chicago
  expect(daysAway('2026-11-22T16:00:00Z', 'America/Chicago', now)).toBe(1)
  expect(daysAway('2026-11-22T16:00:00Z', 'UTC', now)).toBe(0)
  expect(formatNear('2026-11-22T16:00:00Z', 'America/Chicago', 'en-US', now)).toBe('tomorrow')
  expect(formatNear('2026-11-22T16:00:00Z', 'America/Toronto', 'fr-CA', now)).toBe('demain')
  expect(formatNear('2026-11-25T16:00:00Z', 'America/Toronto', 'fr-CA', now)).toBe('mercredi 25 novembre')
})

test('a day of 25 hours is one day', () => {
  const now = new Date('2026-10-31T17:00:00Z')
  expect(daysAway('2026-11-02T05:30:00Z', 'America/Chicago', now)).toBe(1) // 23:30 on 1 November, clocks went back
})

test('wall times and countdowns', () => {
  expect(plain(formatWallTime('22:30', 'en-US'))).toBe('10:30 PM')
  expect(plain(formatWallTime('22:30', 'fr-CA'))).toBe('22 h 30')
  expect([formatCountdown(545.9), formatCountdown(0), formatCountdown(-3)]).toEqual(['9:05', '0:00', '0:00'])
})

test('a day of the picker is named as near as it is', () => {
  const now = new Date('2026-11-22T03:30:00Z') // still the 21st in Chicago
  const days = ['2026-11-21', '2026-11-22', '2026-11-24']
  const named = (lang: string) => days.map((day) => formatDayShort(day, 'America/Chicago', lang, now))
  expect(named('en-US')).toEqual(['today', 'tomorrow', 'Tue, Nov 24'])
  expect(named('fr-CA')).toEqual(['aujourd’hui', 'demain', 'mar. 24 nov.'])
})

test('quarters are those of the wall, where the clock stands half an hour off', () => {
  const quarters = ['15:00', '15:15', '15:30', '15:45'].map((t) => `2026-11-21T${t}:00Z`)
  expect(quarters.map((t) => quarterOf(t, 'America/Chicago'))).toEqual([0, 1, 2, 3])
  expect(quarters.map((t) => quarterOf(t, 'America/St_Johns'))).toEqual([2, 3, 0, 1])
})
