import type { TFunction } from 'i18next'
import type { Deal } from '../../api/generated'
import { formatFullDate, formatSoon, formatWallRange, formatWeekday } from '../../time/time'

/** Returns when a deal runs, in lines: its days, its hours, its dates. Times are those of each restaurant. */
export function dealTimes(
  { weekdays = [], hours, from, until }: Pick<Deal, 'weekdays' | 'hours' | 'from' | 'until'>,
  lang: string,
  t: TFunction,
  now: Date,
): string[] {
  const first = from && from > now.toISOString().slice(0, 10) ? formatFullDate(from, lang) : undefined
  const last = until && formatFullDate(until, lang)
  const dates =
    first && last
      ? t('dealpage.between', { first, last })
      : first
        ? t('dealpage.from', { first })
        : last && t('dealpage.until', { last })
  return [days(weekdays, lang, t), hours && formatWallRange(hours.open, hours.close, lang), dates].filter(
    (line) => line !== undefined && line !== '',
  ) as string[]
}

/** "Sundays", "Mondays and Thursdays", "Monday to Friday", "Every day". */
function days(weekdays: readonly number[], lang: string, t: TFunction): string {
  if (weekdays.length % 7 === 0) return t('dealpage.daily')
  const name = (day: number) => formatWeekday(new Date(Date.UTC(2026, 10, 1 + day)), 'UTC', lang) // a Sunday
  // A row of days that may go over Saturday: the day after its last one is missing.
  const start = weekdays.find((day) => !weekdays.includes((day + 6) % 7)) ?? 0
  const row = weekdays.map((_, i) => (start + i) % 7)
  if (row.length > 2 && row.every((day) => weekdays.includes(day)))
    return capital(t('dealpage.days', { first: name(start), last: name(row.at(-1)!) }), lang)
  const names = weekdays.map((day) => t('dealpage.day', { day: name(day) }))
  return capital(new Intl.ListFormat(lang).format(names), lang)
}

const capital = (text: string, lang: string) => text.slice(0, 1).toLocaleUpperCase(lang) + text.slice(1)

/** "On now", or "Starts Sunday". */
export function dealState({ next, timeZone }: Deal, lang: string, t: TFunction, now: Date): string {
  return next && timeZone
    ? t('dealpage.starts', { day: formatSoon(next, timeZone, lang, now) })
    : t('dealpage.on-now')
}
