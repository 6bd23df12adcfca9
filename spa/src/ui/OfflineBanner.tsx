import { useTranslation } from 'react-i18next'
import styles from './OfflineBanner.module.css'
import { useOnline } from './useOnline'

/** What a button that is off without a connection names as its reason. */
export const offlineReason = 'offline'

export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div role="status" id={offlineReason}>
      {!online && <p className={styles.banner}>{t('app.offline')}</p>}
    </div>
  )
}
