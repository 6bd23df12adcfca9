import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../feedback/useCountdown'
import { Icon } from '../media/Icon'
import { motion, toastFade, toastStay } from '../motion'
import styles from './Notifications.module.css'
import { remove, type Shown, snapshot, subscribe } from './notifications'

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
      {shown.map((notification) => (
        <Toast key={notification.id} notification={notification} />
      ))}
    </section>
  )
}

function Toast({ notification }: { notification: Shown }) {
  const { t } = useTranslation()
  const { id, text, type, imageUrl, closeAfter = toastStay, action } = notification
  const [leaving, setLeaving] = useState(false)
  const { pause, resume } = useCountdown(closeAfter, () => setLeaving(true))

  useEffect(() => {
    if (!leaving) return
    const gone = setTimeout(() => remove(id), motion(toastFade))
    return () => clearTimeout(gone)
  }, [leaving, id])

  return (
    <div
      className={[styles.toast, styles[type], leaving && styles.leaving].filter(Boolean).join(' ')}
      role="group"
      data-ground="dark"
      onPointerEnter={() => pause('pointer')}
      onPointerLeave={() => resume('pointer')}
      onFocus={() => pause('focus')}
      onBlur={() => resume('focus')}
    >
      {imageUrl && <img src={imageUrl} alt="" width={56} height={56} />}
      <div className={styles.text}>
        {text.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.onPress()
            setLeaving(true)
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.dismiss}
        aria-label={t('app.dismiss')}
        onClick={() => setLeaving(true)}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
