import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './OfflineBanner.module.css'

function subscribe(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return <div role="status">{!online && <p className={styles.banner}>{t('app.offline')}</p>}</div>
}
