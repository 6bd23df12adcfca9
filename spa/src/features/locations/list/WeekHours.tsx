import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkingHours } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { formatWallRange } from '../../../time/time'
import styles from './WeekHours.module.css'

interface WeekHoursProps {
  hours: readonly WorkingHours[]
  /** Current weekday at the location; 0 is Sunday. */
  today?: number
}

/** Opening hours per weekday. Inactive days show "Closed". */
export const WeekHours = memo(function Week({ hours, today }: WeekHoursProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const hoursText = ({ active, opened, closed }: WorkingHours) => {
    if (!active || !opened || !closed) return t('start.day-closed')
    if (opened === closed) return t('locations.all-day')
    return formatWallRange(opened, closed, lang)
  }
  return (
    <dl className={styles.week}>
      {hours.map((day) => (
        <div key={day.day} aria-current={day.day === today ? 'date' : undefined}>
          <dt>{day.label}</dt>
          <dd>{hoursText(day)}</dd>
        </div>
      ))}
    </dl>
  )
})
