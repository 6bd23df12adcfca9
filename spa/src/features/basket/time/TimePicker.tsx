import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { type Basket, type TimeLeft, useListTimeslotsQuery } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { handoffOf } from '../../../market/handoff'
import { useMarket } from '../../../market/useMarket'
import { formatTime } from '../../../time/time'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Button } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { useTimeText } from '../../../ui/text/useTimeText'
import { ChangesLegend, ChangesMark } from './ChangesAtTime'
import { Days } from './Days'
import styles from './TimePicker.module.css'
import { defaultTime, offeredTimes } from './timeslots'

interface TimePickerProps {
  basket: Basket
  busy: boolean
  /** Rejects if the time is unavailable; the list is then refetched. */
  onChoose: (time: TimeLeft) => Promise<void>
}

/** TimePicker offers the earliest time, the next ones beside it, and all other times behind a button. */
export function TimePicker({ basket, busy, onChoose }: TimePickerProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const wording = useProblemText()
  const zone = basket.store.timeZone
  const { when } = useTimeText(zone)
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useListTimeslotsQuery(
    { orderId: basket.orderId },
    // Another page may have listed them; on screen they are as old.
    { refetchOnMountOrArgChange: 60, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  )

  const choose = async (time: TimeLeft) => {
    if (busy) return
    // The error is shown at the time; here only the offered times are refetched.
    await onChoose(time).catch(() => void refetch())
  }

  if (error) {
    return (
      <div className={styles.trouble} role="alert">
        <p>{wording(error as ApiError)}</p>
        <Button tone="second" small onClick={refetch}>
          {t('app.try-again')}
        </Button>
      </div>
    )
  }
  if (!data) {
    return (
      <div className={styles.picker}>
        <Loading />
        <div className={`${styles.soon} ${styles.coming}`}>
          <Skeleton height="100%" />
        </div>
        <Skeleton width="10rem" height="var(--target)" />
      </div>
    )
  }

  const { first, next } = offeredTimes(data)
  const chosen = basket.hold ?? defaultTime(data)
  const isChosen = ({ start, asap }: TimeLeft) =>
    chosen && start === chosen.start && Boolean(asap) === Boolean(chosen.asap)
  const offered = first ? [first, ...next] : []
  return (
    <div className={styles.picker} aria-busy={busy}>
      {!data.asap && <p className={styles.closed}>{t(first ? 'summary.closed' : 'summary.all-taken')}</p>}
      {first && (
        <div className={styles.soon}>
          <button
            type="button"
            className={styles.first}
            aria-pressed={isChosen(first)}
            onClick={() => choose(first)}
          >
            <span>{t(first.asap ? 'summary.asap' : `summary.first-${handoffOf(basket.handoff)}`)}</span>
            <b>
              {when(first.start)}
              <ChangesMark time={first} />
            </b>
          </button>
          {next.map((time) => (
            <button
              key={time.start}
              type="button"
              className={styles.tile}
              aria-pressed={isChosen(time)}
              onClick={() => choose(time)}
            >
              {formatTime(time.start, zone, lang)}
              <ChangesMark time={time} />
            </button>
          ))}
        </div>
      )}
      {!basket.hold && chosen && <p className={styles.legend}>{t('summary.held-at-checkout')}</p>}
      {!all && <ChangesLegend times={offered} />}
      <TextButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
        {t('summary.more-times')}
      </TextButton>
      {all && (
        <Days basket={basket} days={data.days} first={data.day.date} offered={offered} onChoose={choose} />
      )}
    </div>
  )
}
