import { useTranslation } from 'react-i18next'
import type { Location } from '../../../api/generated'
import styles from './Hours.module.css'
import { Week } from './Week'

/** The week, for who asks. */
export function Hours({ location }: { location: Location }) {
  const { t } = useTranslation()
  if (location.byAppointment) return null
  return (
    <details className={styles.hours}>
      <summary aria-label={t('start.hours-of', { store: location.label })}>{t('start.hours')}</summary>
      <Week hours={location.workingHours} />
    </details>
  )
}
