import { useTranslation } from 'react-i18next'
import type { Basket, Hold } from '../../api/generated'
import { useSecondsLeft } from '../../basket/holdClock'
import { formatCountdown } from '../../time/time'
import { useTimeText } from '../../ui/text/useTimeText'
import styles from './HoldClock.module.css'

/** HoldClock shows the held time slot and a countdown. It calls `onEnd` when the hold ends. */
export function HoldClock({ basket: { hold, store }, onEnd }: { basket: Basket; onEnd: () => void }) {
  return hold && <Countdown hold={hold} zone={store.timeZone} onEnd={onEnd} />
}

function Countdown({ hold, zone, onEnd }: { hold: Hold; zone: string; onEnd: () => void }) {
  const { t } = useTranslation()
  const time = useTimeText(zone).whenAt(hold.start)
  const left = useSecondsLeft(hold.expires, (left) => t('checkout.hold-warning', { time, left }), onEnd)
  if (left <= 0) return null
  return (
    <p className={styles.hold}>
      {t('checkout.ready-at', { time })}{' '}
      <span className={styles.countdown} role="timer" aria-live="off">
        {t('checkout.held-for', { left: formatCountdown(left) })}
      </span>
    </p>
  )
}
