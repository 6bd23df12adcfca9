import { useTranslation } from 'react-i18next'
import type { TimeLeft } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { formatTime } from '../../../time/time'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { ChangesMark } from './ChangesAtTime'
import styles from './TimePicker.module.css'

interface TimeslotGridProps {
  /** Absent while loading. */
  slots?: readonly TimeLeft[]
  zone: string
  /** Start of the held time. */
  held?: string
  onChoose: (time: TimeLeft) => void
}

/** The times of a day. */
export function TimeslotGrid({ slots, zone, held, onChoose }: TimeslotGridProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  if (!slots) {
    return (
      <>
        <Loading />
        <Skeleton height="20rem" />
      </>
    )
  }
  if (slots.length === 0) return <p className={styles.closed}>{t('summary.no-times')}</p>
  return (
    <ul className={styles.table}>
      {slots.map((time) => (
        <li key={time.start}>
          <button
            type="button"
            className={styles.tile}
            disabled={time.full}
            aria-pressed={time.start === held}
            onClick={() => onChoose(time)}
          >
            {formatTime(time.start, zone, lang)}
            {time.full && <small> {t('summary.full')}</small>}
            {!time.full && <ChangesMark time={time} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
