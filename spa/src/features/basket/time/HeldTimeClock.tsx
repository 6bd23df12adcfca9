import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hold } from '../../../api/generated'
import { useSecondsLeft } from '../../../basket/holdClock'
import { useMarket } from '../../../market/useMarket'
import { formatCountdown, formatNear, formatTime } from '../../../time/time'
import { useNow } from '../../../time/useNow'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './HeldTimeClock.module.css'

interface HeldTimeClockProps {
  hold: Hold
  zone: string
  changing: boolean
  onChange: () => void
  onEnd: () => void
  /** Ref of the button that changes the time. */
  ref?: Ref<HTMLButtonElement>
}

/** HeldTimeClock shows the held time in large digits and a countdown of the hold. */
export function HeldTimeClock({ hold, zone, changing, onChange, onEnd, ref }: HeldTimeClockProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow(1000)
  const left = useSecondsLeft(hold.expires, (left) => t('summary.hold-warning', { left }), onEnd)
  return (
    <div className={styles.clock} data-ground="dark">
      <p className={styles.day}>{t('summary.ready-on', { day: formatNear(hold.start, zone, lang, now) })}</p>
      <p className={styles.face}>{formatTime(hold.start, zone, lang)}</p>
      <div className={styles.foot}>
        <div className={styles.left}>
          <p role="timer" aria-live="off">
            {t('summary.held-for', { left: formatCountdown(left) })}
          </p>
          <Minutes left={left} />
        </div>
        <TextButton ref={ref} className={styles.change} aria-expanded={changing} onClick={onChange}>
          {t('summary.change-time')}
        </TextButton>
      </div>
    </div>
  )
}

/** One block per remaining minute, including the current one. */
function Minutes({ left }: { left: number }) {
  const blocks = Array.from({ length: Math.max(0, Math.ceil(left / 60)) }, (_, minute) => minute)
  return (
    <div className={styles.minutes} aria-hidden="true">
      {blocks.map((minute) => (
        <i key={minute} />
      ))}
    </div>
  )
}
