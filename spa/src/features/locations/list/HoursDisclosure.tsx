import { useTranslation } from 'react-i18next'
import type { Location } from '../../../api/generated'
import styles from './HoursDisclosure.module.css'
import { WeekHours } from './WeekHours'

/** Collapsible weekly hours. */
export function HoursDisclosure({ location }: { location: Location }) {
  const { t } = useTranslation()
  if (location.byAppointment) return null
  return (
    <details className={styles.hours}>
      <summary className="tap" aria-label={t('start.hours-of', { store: location.label })}>
        {t('start.hours')}
      </summary>
      <WeekHours hours={location.workingHours} />
    </details>
  )
}
