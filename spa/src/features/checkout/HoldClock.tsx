import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { formatCountdown } from '../../time/time'
import { useNow } from '../../time/useNow'
import { announce } from '../../ui/feedback/Announcer'
import { useTimeText } from '../../ui/text/useTimeText'
import styles from './HoldClock.module.css'

/** Seconds before the hold ends at which a warning is announced to screen readers. */
const warnings = [120, 30]

/** HoldClock shows the held time slot and a countdown. It calls `onEnd` once when the hold ends. */
export function HoldClock({ basket, onEnd }: { basket: Basket; onEnd: () => void }) {
  const { t } = useTranslation()
  const { whenAt } = useTimeText(basket.store.timeZone)
  const now = useNow(1000)
  const { hold } = basket
  const secondsLeft = hold ? Math.ceil((Date.parse(hold.expires) - now.getTime()) / 1000) : 0
  const lastAnnounced = useRef<number>(Number.POSITIVE_INFINITY)

  useEffect(() => {
    if (!hold) return
    const due = warnings.find(
      (warning) => secondsLeft <= warning && lastAnnounced.current > warning && secondsLeft > 0,
    )
    if (due)
      announce(t('checkout.hold-warning', { time: whenAt(hold.start), left: formatCountdown(secondsLeft) }))
    lastAnnounced.current = Math.min(lastAnnounced.current, Math.max(secondsLeft, 0))
  }, [secondsLeft, hold, t, whenAt])

  const ended = hold !== undefined && secondsLeft <= 0
  const expires = hold?.expires
  const reportedExpiry = useRef<string>(undefined)
  useEffect(() => {
    if (!ended || reportedExpiry.current === expires) return
    reportedExpiry.current = expires
    onEnd()
  }, [ended, expires, onEnd])

  if (!hold || ended) return null
  return (
    <p className={styles.hold}>
      {t('checkout.ready-at', { time: whenAt(hold.start) })}{' '}
      <span className={styles.countdown} role="timer" aria-live="off">
        {t('checkout.held-for', { left: formatCountdown(secondsLeft) })}
      </span>
    </p>
  )
}
