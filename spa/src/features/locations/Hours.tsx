import { useTranslation } from 'react-i18next'
import type { Location } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatWallTime } from '../../time/time'
import styles from './Hours.module.css'

/** The week: opened to closed when the day is active, otherwise Closed. */
export function Hours({ location }: { location: Location }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  if (location.byAppointment) return null
  return (
    <details className={styles.hours}>
      <summary aria-label={t('start.hours-of', { store: location.label })}>{t('start.hours')}</summary>
      <dl>
        {location.workingHours.map(({ day, label, active, opened, closed }) => (
          <div key={day}>
            <dt>{label}</dt>
            <dd>
              {active && opened && closed
                ? t('start.from-to', {
                    opened: formatWallTime(opened, lang),
                    closed: formatWallTime(closed, lang),
                  })
                : t('start.day-closed')}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
