import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { daysAway, formatSoon, formatWallRange } from '../../time/time'
import { useNow } from '../../time/useNow'
import { useTimeText } from './useTimeText'

interface Unavailable {
  reason: 'sold-out' | 'not-served-now' | 'handoff'
  /** Time at which it is available again, UTC. */
  until?: string
  /** Wall times of the next serving period. */
  from?: string
  to?: string
}

/** Returns a function that describes when a dish is served: wall times, and the next day (UTC instant) if it is not today. */
export function useServingTimesText(zone: string): (from: string, to: string, next: string) => string {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  return (from, to, next) => {
    const hours = formatWallRange(from, to, lang)
    return daysAway(next, zone, now) === 0
      ? t('app.served', { hours })
      : t('app.served-again', { hours, day: formatSoon(next, zone, lang, now) })
  }
}

/** Returns why a dish is unavailable, and when it is available again, in the location's zone. */
export function useUnavailableText(unavailable: Unavailable | undefined, zone: string): string | undefined {
  const { t } = useTranslation()
  const { whenAt } = useTimeText(zone)
  const served = useServingTimesText(zone)
  if (!unavailable) return undefined
  const { reason, until, from, to } = unavailable
  if (until && from && to) return served(from, to, until)
  if (until) return t('app.back', { time: whenAt(until) })
  if (reason === 'handoff') return t('menu.not-so')
  return reason === 'sold-out' ? t('menu.sold-out') : t('menu.not-now')
}
