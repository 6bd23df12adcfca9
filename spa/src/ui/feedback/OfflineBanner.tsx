import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { useKeptSince, useOnline } from '../../offline/connection'
import styles from './OfflineBanner.module.css'

/** What a button that is off without a connection names as its reason. */
export const offlineReason = 'offline'

/** When the server said what is on screen. */
const moment = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

export function OfflineBanner() {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const online = useOnline()
  const kept = useKeptSince()
  return (
    <div role="status" id={offlineReason}>
      {!online && (
        <p className={styles.banner}>
          {t('app.offline')}
          {kept && ` ${t('app.offline-kept', { time: new Date(kept).toLocaleString(lang, moment) })}`}
        </p>
      )}
    </div>
  )
}
