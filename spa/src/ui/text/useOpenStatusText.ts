import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { type Opening, type OpenStatus, openStatusAt } from '../../time/openStatus'
import { daysAway, formatMinutesAhead, formatSoon, formatTime, formatWallTime } from '../../time/time'
import { useNow } from '../../time/useNow'

/**
 * Returns the status of a location as text, in its own zone: "Open", "Closes at 9:00 PM"; "Closes in 20 minutes"; "Closed", "Opens
 * Monday at 10:30 AM"; "By appointment only". It updates at these times without a request.
 */
export function useOpenStatusText(
  opening: Opening | undefined,
  zone: string,
): { state: OpenStatus['state'] | 'unknown'; now?: string; next?: string } {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow(15_000)
  // A prerendered page does not contain the status.
  if (!opening) return { state: 'unknown' }
  const status = openStatusAt(opening, now)
  const { state } = status
  // 12:00 AM and 0 h are ambiguous.
  const closesAtText = (time: string) =>
    time === formatWallTime('00:00', lang) ? t('locations.closes-at-midnight') : t('app.closes-at', { time })
  switch (state) {
    case 'by-appointment':
      return { state, now: t('app.by-appointment') }
    case 'closing':
      return { state, now: t('app.closes-in', { in: formatMinutesAhead(status.minutes, lang) }) }
    case 'open':
      return {
        state,
        now: t('app.open'),
        next: status.closesAt && closesAtText(formatTime(status.closesAt, zone, lang)),
      }
  }
  const { opensAt } = status
  const time = opensAt && formatTime(opensAt, zone, lang)
  const today = opensAt && daysAway(opensAt, zone, now) === 0
  return {
    state,
    now: t('app.closed'),
    next:
      opensAt &&
      (today
        ? t('app.opens-at', { time })
        : t('app.opens-day', { day: formatSoon(opensAt, zone, lang, now), time })),
  }
}
