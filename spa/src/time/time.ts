/** Formats instants with Intl in the location's time zone. Instants are ISO 8601 in UTC. */

const formats = new Map<string, Intl.DateTimeFormat>()

function format(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options)
  const cached = formats.get(key)
  if (cached) return cached
  const created = new Intl.DateTimeFormat(lang, options)
  formats.set(key, created)
  return created
}

const clock = { hour: 'numeric', minute: '2-digit' } as const

/** Formats a time: 5:45 PM, 17 h 45, 17 h. All spaces are non-breaking. */
export function formatTime(instant: string | Date, zone: string, lang: string): string {
  return withFixedSpaces(format(lang, { ...clock, timeZone: zone }).format(new Date(instant)))
}

/** Makes all spaces non-breaking, including the narrow ones that only Node emits. Shortens "17 h 00" to "17 h", as is usual in Québec. */
function withFixedSpaces(time: string): string {
  return time.replaceAll(/\s/g, '\u00a0').replaceAll(/(\sh)\s00(?!\d)/g, '$1')
}

/** Splits a formatted time; digits stay together: "5:45", " PM"; "17", " h ", "45". */
export function timeParts(instant: string | Date, zone: string, lang: string): string[] {
  const time = formatTime(instant, zone, lang)
  return time.match(/[\d:]+|[^\d:]+/g) ?? [time]
}

/** French and Portuguese write the first of a month as 1er and 1º; Intl writes 1. */
function withOrdinalFirst(text: string, lang: string): string {
  if (lang.startsWith('fr')) return text.replace(/\b1 (?=\p{L})/u, '1er ')
  return lang.startsWith('pt') ? text.replace(/\b1 (?=de )/, '1º ') : text
}

/** Formats a date: 11/21/2026 in the US (MM/dd/yyyy of specification §5); 21 novembre 2026 in Canada, where figures are ambiguous. */
export function formatDate(instant: string | Date, zone: string, lang: string): string {
  const options =
    lang === 'en-US'
      ? ({ year: 'numeric', month: '2-digit', day: '2-digit' } as const)
      : ({ dateStyle: 'long' } as const)
  return withOrdinalFirst(format(lang, { ...options, timeZone: zone }).format(new Date(instant)), lang)
}

/** Formats a day: Saturday, November 21; samedi 21 novembre. */
function formatDay(instant: string | Date, zone: string, lang: string): string {
  const options = { weekday: 'long', month: 'long', day: 'numeric', timeZone: zone } as const
  return withOrdinalFirst(format(lang, options).format(new Date(instant)), lang)
}

/** Returns the calendar days in the zone from `now` to the instant: 0 is today, 1 tomorrow, −1 yesterday. */
export function daysAway(instant: string | Date, zone: string, now: Date): number {
  return (calendarDay(new Date(instant), zone) - calendarDay(now, zone)) / 86_400_000
}

/** Formats a day for use before a time: "today", "tomorrow", then the full day. */
export function formatNear(instant: string | Date, zone: string, lang: string, now: Date): string {
  const days = daysAway(instant, zone, now)
  if (days >= 0 && days < 2) return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(days, 'day')
  return formatDay(instant, zone, lang)
}

/** Formats a day: "tomorrow", then the weekday while it is unambiguous, then the full day. */
export function formatSoon(instant: string | Date, zone: string, lang: string, now: Date): string {
  const days = daysAway(instant, zone, now)
  return days > 1 && days < 7 ? formatWeekday(instant, zone, lang) : formatNear(instant, zone, lang, now)
}

/** Short form: "Mon 11:15 AM" while the weekday is unambiguous, then "Nov 30, 11:15 AM"; lun. 11 h 15. */
export function formatBrief(instant: string | Date, zone: string, lang: string, now: Date): string {
  const day =
    daysAway(instant, zone, now) < 7
      ? ({ weekday: 'short' } as const)
      : ({ month: 'short', day: 'numeric' } as const)
  const both = format(lang, { ...day, ...clock, timeZone: zone }).format(new Date(instant))
  const time = format(lang, { ...clock, timeZone: zone }).format(new Date(instant))
  return withOrdinalFirst(both.replace(time, withFixedSpaces(time)), lang)
}

/** Formats a relative time: "in 20 minutes", "dans 20 minutes". */
export function formatMinutesAhead(minutes: number, lang: string): string {
  return new Intl.RelativeTimeFormat(lang).format(minutes, 'minute')
}

/** Returns the zone's calendar date as midnight UTC, so that differences are free of DST changes. */
function calendarDay(instant: Date, zone: string): number {
  const parts = format('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: zone,
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'))
}

/** Formats a calendar date (YYYY-MM-DD) of the zone briefly: today, tomorrow, Tue, Nov 24. */
export function formatDayShort(date: string, zone: string, lang: string, now: Date): string {
  const day = Date.parse(`${date}T00:00:00Z`)
  const away = (day - calendarDay(now, zone)) / 86_400_000
  if (away >= 0 && away < 2) return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(away, 'day')
  const options = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return withOrdinalFirst(format(lang, options).format(day), lang)
}

/** Formats a calendar date (YYYY-MM-DD) in full: Thursday, November 26. */
export function formatLongDate(date: string, lang: string): string {
  return formatDay(`${date}T00:00Z`, 'UTC', lang)
}

/** Formats a calendar date (YYYY-MM-DD) with its year: November 1, 2026; 1er novembre 2026. */
export function formatFullDate(date: string, lang: string): string {
  const text = format(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00Z`))
  return withOrdinalFirst(text, lang)
}

/** Returns the weekday in the zone; 0 is Sunday. */
export function weekdayOf(instant: Date, zone: string): number {
  return new Date(calendarDay(instant, zone)).getUTCDay()
}

/** Formats a wall time such as "22:30"; it has no zone. */
export function formatWallTime(wall: string, lang: string): string {
  return formatTime(`2000-01-01T${wall.slice(0, 5)}:00Z`, 'UTC', lang)
}

/** Formats a range of wall times: 6:00–10:30 AM, 10:30 AM–2:00 AM (next day), 6 h – 10 h 30. */
export function formatWallRange(from: string, to: string, lang: string): string {
  const [start, end] = [from, to].map((wall) => new Date(`2000-01-01T${wall.slice(0, 5)}:00Z`))
  // For a range over midnight Intl would add the dates.
  const range =
    to <= from
      ? `${formatWallTime(from, lang)}–${formatWallTime(to, lang)}`
      : withFixedSpaces(format(lang, { ...clock, timeZone: 'UTC' }).formatRange(start!, end!))
  return range.replace(/\s*–\s*/, lang.startsWith('en') ? '–' : '\u00a0–\u00a0')
}

/** Formats the weekday: Monday, lundi. */
export function formatWeekday(instant: string | Date, zone: string, lang: string): string {
  return format(lang, { weekday: 'long', timeZone: zone }).format(new Date(instant))
}

/** Formats the zone's generic name: Central Time, heure du Centre. */
export function formatZone(zone: string, lang: string): string {
  const parts = format(lang, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(new Date(0))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** Reports whether clocks in this zone differ from the guest's own at that moment. */
export function differsFromLocalTime(zone: string, now: Date, localZone?: string): boolean {
  const wall = (timeZone?: string) =>
    format('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(now)
  return wall(zone) !== wall(localZone)
}

/** Formats a countdown: 9:05. */
export function formatCountdown(seconds: number): string {
  const remaining = Math.max(0, Math.floor(seconds))
  return `${Math.floor(remaining / 60)}:${String(remaining % 60).padStart(2, '0')}`
}
