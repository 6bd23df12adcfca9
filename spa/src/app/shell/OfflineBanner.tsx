import { useTranslation } from 'react-i18next'
import { offlineReason, useCachedSince, useOnline } from '../../api/connection'
import { useMarket } from '../../market/useMarket'
import styles from './OfflineBanner.module.css'

/** Format of the time at which the cached data was fetched. */
const moment = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

export function OfflineBanner() {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const online = useOnline()
  const cachedSince = useCachedSince()
  return (
    <div role="status" id={offlineReason}>
      {!online && (
        <p className={styles.banner}>
          {t('app.offline')}
          {cachedSince &&
            ` ${t('app.offline-kept', { time: new Date(cachedSince).toLocaleString(lang, moment) })}`}
        </p>
      )}
    </div>
  )
}
