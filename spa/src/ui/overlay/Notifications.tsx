import { Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyOptional } from '../loading/lazyOptional'
import styles from './Notifications.module.css'
import { type ActiveNotification, snapshot, subscribe } from './notifications'

// The first page has no notifications. Order pages load this chunk with their own.
const Toast = lazyOptional(async () => (await import('./Toast')).Toast)

const none: readonly ActiveNotification[] = []

/** Visible notifications, newest last. The shell renders it once: a live region must exist before its content changes. */
export function Notifications() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(subscribe, snapshot, () => none) // published pages have none
  return (
    <section
      className={styles.stack}
      aria-label={t('app.notifications')}
      aria-live="polite"
      aria-relevant="additions"
    >
      <Suspense>
        {toasts.map((notification) => (
          <Toast key={notification.id} notification={notification} />
        ))}
      </Suspense>
    </section>
  )
}
