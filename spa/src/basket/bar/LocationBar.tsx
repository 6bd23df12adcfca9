import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { HandoffType } from '../../market/handoff'
import styles from './LocationBar.module.css'

interface LocationBarProps {
  /** The restaurant, and where to choose another. */
  location: { label: string; city: string }
  locationPath: string
  /** How the guest gets it; and what is called to change it, where there is a choice. */
  how: HandoffType
  onHow?: () => void
  /** When the food is ready, in words; and where to change it, once there is an order to change. */
  when: string
  whenPath?: string
}

/** Where, how and when: it stays in sight through the whole order. */
export function LocationBar({ location, locationPath, how, onHow, when, whenPath }: LocationBarProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.bar} aria-label={t('app.store-bar')} data-ground="dark">
      <div className={`wrap ${styles.row}`}>
        <Link className={styles.part} to={locationPath}>
          <small>{t('app.grill')}</small>
          <b>{named(location)}</b>
        </Link>
        {onHow ? (
          <button type="button" className={styles.part} aria-haspopup="dialog" onClick={onHow}>
            <small>{t('app.how')}</small>
            <b>{t(`app.handoff-${how}`)}</b>
          </button>
        ) : (
          <p className={styles.part}>
            <small>{t('app.how')}</small>
            <b>{t(`app.handoff-${how}`)}</b>
          </p>
        )}
        {whenPath ? (
          <Link className={styles.part} to={whenPath}>
            <small>{t('app.when')}</small>
            <b>{when}</b>
          </Link>
        ) : (
          <p className={styles.part}>
            <small>{t('app.when')}</small>
            <b>{when}</b>
          </p>
        )}
      </div>
    </section>
  )
}

/** The restaurant and its city, which many an imported name ends in already. */
function named({ label, city }: LocationBarProps['location']): string {
  return label.endsWith(city) ? label : `${label}, ${city}`
}
