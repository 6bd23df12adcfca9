import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { daysAway, formatSoon, formatWallRange } from '../../time/time'
import { useNow } from '../../time/useNow'
import { useTimeText } from './useTimeText'

interface Unavailable {
  reason: 'sold-out' | 'not-served-now' | 'handoff'
  /** When it is back, UTC. */
  until?: string
  /** Wall times between which it is served next. */
  from?: string
  to?: string
}

/** Words when a dish is served: wall times, and the day on which that is next (UTC), when it is not today. */
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

/** Why a dish cannot be had, and when it is back, in the restaurant's zone. */
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
