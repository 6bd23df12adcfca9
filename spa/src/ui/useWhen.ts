import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { daysAway, formatNear, formatTime } from '../time/time'
import { useNow } from '../time/useNow'

/** Words an instant as a guest says it: "5:45 PM" today, else "tomorrow, 10:45 AM". */
export function useWhen(zone: string): (instant: string) => string {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  return (instant) => {
    const time = formatTime(instant, zone, lang)
    if (daysAway(instant, zone, now) === 0) return time
    return t('app.day-and-time', { day: formatNear(instant, zone, lang, now), time })
  }
}
