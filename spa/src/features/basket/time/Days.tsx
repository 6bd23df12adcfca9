import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type Basket, type DayAhead, type TimeLeft, useListTimeslotsQuery } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { formatDayShort, formatLongDate, formatTime, formatWeekday } from '../../../time/time'
import { useNow } from '../../../time/useNow'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Button } from '../../../ui/form/Button'
import { ChangesLegend, ChangesMark } from './ChangesAtTime'
import styles from './TimePicker.module.css'
import { nextOpenDay } from './timeslots'

interface DaysProps {
  basket: Basket
  days: readonly DayAhead[]
  first: string
  /** Times shown beside the days; they share the legend. */
  offered: readonly TimeLeft[]
  onChoose: (time: TimeLeft) => void
}

/** Day selection with its times. A closed day shows the reason and the next open day. */
export function Days({ basket, days, first, offered, onChoose }: DaysProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  const zone = basket.store.timeZone
  const [date, setDate] = useState(first)
  const chosen = useRef<HTMLInputElement>(null)
  const { currentData } = useListTimeslotsQuery(
    { orderId: basket.orderId, date },
    { refetchOnMountOrArgChange: true, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  )
  const closed = days.find((day) => day.date === date)?.closed
  const slots = currentData?.day.slots
  const none = closed || slots?.every(({ full }) => full)
  const next = nextOpenDay(days, date)
  const held = basket.hold?.asap ? undefined : basket.hold?.start
  const goOn = (to: string) => {
    flushSync(() => setDate(to)) // a slow phone may not have rendered at the next frame
    chosen.current?.focus()
  }
  return (
    <>
      <fieldset className={styles.days}>
        <legend className="visually-hidden">{t('summary.day')}</legend>
        {days.map((day) => (
          <label key={day.date} className={styles.day} data-closed={day.closed && ''}>
            <input
              ref={day.date === date ? chosen : undefined}
              type="radio"
              name="day"
              checked={day.date === date}
              onChange={() => setDate(day.date)}
            />
            <span>{formatDayShort(day.date, zone, lang, now)}</span>
            {day.closed && (
              <small>{t(day.closed === 'too-late' ? 'summary.day-over' : 'summary.day-closed')}</small>
            )}
          </label>
        ))}
      </fieldset>
      {none && (
        <div className={styles.none} role="status">
          <p className={styles.closed}>
            {closed
              ? t(`summary.closed-${closed}`, {
                  day: formatWeekday(`${date}T00:00Z`, 'UTC', lang),
                  date: formatLongDate(date, lang),
                })
              : t(slots?.length === 0 ? 'summary.no-times' : 'summary.all-taken')}
          </p>
          {next && (
            <Button small tone="second" onClick={() => goOn(next)}>
              {t('summary.next-day', { day: formatDayShort(next, zone, lang, now) })}
            </Button>
          )}
        </div>
      )}
      <ChangesLegend times={[...offered, ...(slots ?? [])]} />
      {!closed && !slots && (
        <>
          <Loading />
          <Skeleton height="20rem" />
        </>
      )}
      {!closed && slots && slots.length > 0 && (
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
      )}
    </>
  )
}
