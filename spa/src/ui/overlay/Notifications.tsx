import { Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyOptional } from '../loading/lazyOptional'
import styles from './Notifications.module.css'
import { snapshot, subscribe } from './notifications'

// The first page has nothing to notify of. The pages of an order, which have, come with it.
const Toast = lazyOptional(async () => (await import('./Toast')).Toast)

/** The notifications on screen, the newest last. It stands once, in the shell: a live region must be there before it speaks. */
export function Notifications() {
  const { t } = useTranslation()
  const shown = useSyncExternalStore(subscribe, snapshot, snapshot)
  return (
    <section
      className={styles.stack}
      aria-label={t('app.notifications')}
      aria-live="polite"
      aria-relevant="additions"
    >
      <Suspense>
        {shown.map((notification) => (
          <Toast key={notification.id} notification={notification} />
        ))}
      </Suspense>
    </section>
  )
}
