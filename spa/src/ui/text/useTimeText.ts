import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { daysAway, formatBrief, formatNear, formatTime } from '../../time/time'
import { useNow } from '../../time/useNow'

interface TimeFormatters {
  /** Standalone: "5:45 PM" today, "tomorrow at 10:45 AM", "Tuesday, November 24 at 10:45 AM". */
  when: (instant: string) => string
  /** Inside a sentence: "at 5:45 PM" today, else like `when`. */
  whenAt: (instant: string) => string
  /** Short: "Tue 10:45 AM" from the day after tomorrow, else like `when`. */
  whenBrief: (instant: string) => string
}

/** Returns functions that format an instant in a location's zone. */
export function useTimeText(zone: string): TimeFormatters {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  const away = (instant: string) => daysAway(instant, zone, now)
  const isToday = (instant: string) => away(instant) === 0
  const time = (instant: string) => formatTime(instant, zone, lang)
  const later = (instant: string) =>
    t('app.day-at', { day: formatNear(instant, zone, lang, now), time: time(instant) })
  const when = (instant: string) => (isToday(instant) ? time(instant) : later(instant))
  return {
    when,
    whenBrief: (instant) => (away(instant) > 1 ? formatBrief(instant, zone, lang, now) : when(instant)),
    whenAt: (instant) => (isToday(instant) ? t('app.at', { time: time(instant) }) : later(instant)),
  }
}
