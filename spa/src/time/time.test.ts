import { expect, test } from 'vitest'
import {
  daysAway,
  differsFromLocalTime,
  formatBrief,
  formatCountdown,
  formatDate,
  formatDayShort,
  formatFullDate,
  formatLongDate,
  formatNear,
  formatSoon,
  formatTime,
  formatWallRange,
  formatWallTime,
  formatZone,
  timeParts,
} from './time'

const plain = (s: string) => s.replaceAll(/\s/g, ' ')

test.each([
  ['Chicago, winter', '2026-11-21T23:45:00Z', 'America/Chicago', 'en-US', '5:45 PM'],
  ['Chicago, summer', '2026-07-01T22:45:00Z', 'America/Chicago', 'en-US', '5:45 PM'],
  ['Montreal in French', '2026-11-21T22:45:00Z', 'America/Toronto', 'fr-CA', '17 h 45'],
  ['Montreal at a whole hour', '2026-11-22T03:00:00Z', 'America/Toronto', 'fr-CA', '22 h'],
  ['Montreal at midnight', '2026-11-22T05:00:00Z', 'America/Toronto', 'fr-CA', '0 h'],
])('the time in %s', (_, instant, zone, lang, want) => {
  expect(plain(formatTime(instant, zone, lang))).toBe(want)
})

test('a time is split into its numbers and the text around them', () => {
  const parts = (zone: string, lang: string) => timeParts('2026-11-21T22:45:00Z', zone, lang).map(plain)
  expect(parts('America/Chicago', 'en-US')).toEqual(['4:45', ' PM'])
  expect(parts('America/Toronto', 'fr-CA')).toEqual(['17', ' h ', '45'])
})

test('a date is MM/dd/yyyy in the US and ISO-like in French Canada', () => {
  expect(formatDate('2026-11-21T23:45:00Z', 'America/Chicago', 'en-US')).toBe('11/21/2026')
  expect(formatDate('2026-11-21T23:45:00Z', 'America/Toronto', 'fr-CA')).toBe('21 novembre 2026')
})

test.each([
  ['fr-CA', '1er décembre 2026', 'mardi 1er décembre', 'mar. 1er déc.'],
  ['pt-BR', '1º de dezembro de 2026', 'terça-feira, 1º de dezembro', 'ter., 1º de dez.'],
  ['es-MX', '1 de diciembre de 2026', 'martes, 1 de diciembre', 'mar 1 de dic'],
])('the first of a month in %s', (lang, full, long, short) => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(formatFullDate('2026-12-01', lang)).toBe(full)
  expect(formatLongDate('2026-12-01', lang)).toBe(long)
  expect(formatDayShort('2026-12-01', 'UTC', lang, now)).toBe(short)
  expect(formatFullDate('2026-12-21', lang)).not.toMatch(/er|º/)
})

test('tomorrow is in the restaurant’s time zone', () => {
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

test.each([
  ['06:00', '10:30', 'en-US', '6:00–10:30 AM'],
  ['06:00', '10:30', 'en-CA', '6:00–10:30 a.m.'],
  ['11:00', '15:00', 'en-US', '11:00 AM–3:00 PM'],
  ['06:00', '10:30', 'fr-CA', '6 h – 10 h 30'],
  ['22:00', '02:00', 'en-US', '10:00 PM–2:00 AM'],
  ['22:30', '02:00', 'fr-CA', '22 h 30 – 2 h'],
])('from %s to %s in %s: %s', (from, to, lang, want) => {
  expect(plain(formatWallRange(from, to, lang))).toBe(want)
})

test.each([
  ['America/Chicago', 'America/Chicago', '2026-11-21T12:00:00Z', false],
  ['America/Chicago', 'America/Winnipeg', '2026-11-21T12:00:00Z', false],
  ['America/Chicago', 'America/New_York', '2026-11-21T12:00:00Z', true],
  ['America/Denver', 'America/Phoenix', '2026-11-21T12:00:00Z', false],
  ['America/Denver', 'America/Phoenix', '2026-07-21T12:00:00Z', true],
])('clocks in %s and %s differ at %s: %s', (zone, own, now, want) => {
  expect(differsFromLocalTime(zone, new Date(now), own)).toBe(want)
})

test('a time zone has its common name', () => {
  expect(['en-US', 'fr-CA'].map((lang) => plain(formatZone('America/Chicago', lang)))).toEqual([
    'Central Time',
    'heure du Centre',
  ])
})

test('days within a week have weekday names', () => {
  const now = new Date('2026-11-20T18:00:00Z') // a Friday
  const soon = ['21T16:30', '23T16:30', '26T16:30', '27T16:30'].map((at) =>
    formatSoon(`2026-11-${at}:00Z`, 'America/Chicago', 'en-US', now),
  )
  expect(soon).toEqual(['tomorrow', 'Monday', 'Thursday', 'Friday, November 27'])
})

test.each([
  ['en-US', '2026-11-23T17:15:00Z', 'Mon 11:15 AM'],
  ['en-US', '2026-11-30T17:00:00Z', 'Nov 30, 11:00 AM'],
  ['fr-CA', '2026-11-23T17:15:00Z', 'lun. 11 h 15'],
  ['fr-CA', '2026-11-23T17:00:00Z', 'lun. 11 h'],
])('short in %s: %s is %s', (lang, at, want) => {
  const now = new Date('2026-11-20T18:00:00Z')
  expect(plain(formatBrief(at, 'America/Chicago', lang, now))).toBe(want)
})

test('the picker names today and tomorrow', () => {
  const now = new Date('2026-11-22T03:30:00Z') // still the 21st in Chicago
  const days = ['2026-11-21', '2026-11-22', '2026-11-24']
  const named = (lang: string) => days.map((day) => formatDayShort(day, 'America/Chicago', lang, now))
  expect(named('en-US')).toEqual(['today', 'tomorrow', 'Tue, Nov 24'])
  expect(named('fr-CA')).toEqual(['aujourd’hui', 'demain', 'mar. 24 nov.'])
})
