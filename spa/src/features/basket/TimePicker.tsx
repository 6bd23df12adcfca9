import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { type Basket, useListTimeslotsQuery } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { useMarket } from '../../market/useMarket'
import { formatDayShort, formatTime } from '../../time/time'
import { useNow } from '../../time/useNow'
import { Button } from '../../ui/Button'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { useWhen } from '../../ui/useWhen'
import styles from './TimePicker.module.css'
import { Timetable } from './Timetable'
import { offersOf } from './times'

export type Choice = { start: string } | { asap: true }

interface TimePickerProps {
  basket: Basket
  busy: boolean
  /** Refused when the time cannot be had: the list is then read again. */
  onChoose: (time: Choice) => Promise<void>
}

/** The soonest time first, the next ones beside it, and every other day and time behind a button. */
export function TimePicker({ basket, busy, onChoose }: TimePickerProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const wording = useProblemText()
  const zone = basket.store.timeZone
  const { when } = useWhen(zone)
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useListTimeslotsQuery(
    { orderId: basket.orderId },
    { refetchOnMountOrArgChange: true, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  )

  const choose = async (time: Choice) => {
    if (busy) return
    // Said where the time stands; here only what is offered must be true again.
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

  const { first, next } = offersOf(data)
  return (
    <div className={styles.picker} aria-busy={busy}>
      {!data.asap && <p className={styles.closed}>{t(first ? 'summary.closed' : 'summary.all-taken')}</p>}
      {first && (
        <div className={styles.soon}>
          <button
            type="button"
            className={styles.first}
            onClick={() => choose(first.asap ? { asap: true } : { start: first.start })}
          >
            <span>{t(first.asap ? 'summary.asap' : 'summary.first')}</span>
            <b>{when(first.start)}</b>
          </button>
          {next.map(({ start }) => (
            <button key={start} type="button" className={styles.tile} onClick={() => choose({ start })}>
              {formatTime(start, zone, lang)}
            </button>
          ))}
        </div>
      )}
      <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
        {t('summary.more-times')}
      </button>
      {all && <Days basket={basket} days={data.days} first={data.day.date} onChoose={choose} />}
    </div>
  )
}

interface DaysProps {
  basket: Basket
  days: readonly string[]
  first: string
  onChoose: (time: Choice) => void
}

/** A day, and its times. */
function Days({ basket, days, first, onChoose }: DaysProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  const zone = basket.store.timeZone
  const [date, setDate] = useState(first)
  const { currentData } = useListTimeslotsQuery(
    { orderId: basket.orderId, date },
    { refetchOnMountOrArgChange: true, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  )
  return (
    <>
      <fieldset className={styles.days}>
        <legend className="visually-hidden">{t('summary.day')}</legend>
        {days.map((day) => (
          <label key={day} className={styles.day}>
            <input type="radio" name="day" checked={day === date} onChange={() => setDate(day)} />
            <span>{formatDayShort(day, zone, lang, now)}</span>
          </label>
        ))}
      </fieldset>
      <Timetable
        slots={currentData?.day.slots}
        zone={zone}
        held={basket.hold?.asap ? undefined : basket.hold?.start}
        onChoose={(start) => onChoose({ start })}
      />
    </>
  )
}
