import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { differsFromLocalTime, formatZone } from '../../time/time'
import { useNow } from '../../time/useNow'
import styles from './TimeZoneNote.module.css'

/** Names the time zone of the displayed times if it differs from the guest's. */
export function TimeZoneNote({ zone }: { zone: string }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  if (!differsFromLocalTime(zone, now)) return null
  return <p className={styles.note}>{t('app.zone', { zone: formatZone(zone, lang) })}</p>
}
