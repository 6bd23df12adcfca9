import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../feedback/useCountdown'
import { Icon } from '../media/Icon'
import { fadeTime, toastFade, toastStay } from '../timings'
import { type ActiveNotification, remove, snapshot } from './notifications'
import styles from './Toast.module.css'

/**
 * A notification. Its timer pauses on hover and focus; then it fades out. It replaces older ones with the same text, unless they have an
 * action, which could be the only Undo.
 */
export function Toast({ notification }: { notification: ActiveNotification }) {
  const { t } = useTranslation()
  const { id, text, type, imageUrl, closeAfter = toastStay, action, onDismiss } = notification
  const [leaving, setLeaving] = useState(false)
  const { pause, resume } = useCountdown(closeAfter, () => setLeaving(true))

  useEffect(() => {
    for (const older of snapshot())
      if (older.id < id && older.text === text && !older.action) remove(older.id)
  }, [id, text])

  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => remove(id), fadeTime(toastFade))
    return () => clearTimeout(timer)
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
        onClick={() => {
          onDismiss?.()
          setLeaving(true)
        }}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
