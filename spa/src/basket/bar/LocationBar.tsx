import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { HandoffType } from '../../market/handoff'
import styles from './LocationBar.module.css'

interface LocationBarProps {
  /** The location, and the path for choosing another. */
  location: { label: string; city: string }
  locationPath: string
  /** The handoff, and the callback for changing it, if there is a choice. */
  handoff: HandoffType
  onChangeHandoff?: () => void
  /** Formatted ready time, and the path for changing it once there is an order. */
  when: string
  whenPath?: string
}

/** LocationBar shows location, handoff and time throughout the order. */
export function LocationBar({
  location,
  locationPath,
  handoff,
  onChangeHandoff,
  when,
  whenPath,
}: LocationBarProps) {
  const { t } = useTranslation()
  const labelled = (label: string, value: string) => (
    <>
      <small>{label}</small>
      <b>{value}</b>
    </>
  )
  const how = labelled(t('app.how'), t(`app.handoff-${handoff}`))
  const time = labelled(t('app.when'), when)
  return (
    <section className={styles.bar} aria-label={t('app.store-bar')} data-ground="dark">
      <div className={`wrap ${styles.row}`}>
        <Link className={styles.part} to={locationPath}>
          {labelled(t('app.grill'), named(location))}
        </Link>
        {onChangeHandoff ? (
          <button type="button" className={styles.part} aria-haspopup="dialog" onClick={onChangeHandoff}>
            {how}
          </button>
        ) : (
          <p className={styles.part}>{how}</p>
        )}
        {whenPath ? (
          <Link className={styles.part} to={whenPath}>
            {time}
          </Link>
        ) : (
          <p className={styles.part}>{time}</p>
        )}
      </div>
    </section>
  )
}

/** Returns label and city; imported labels often end with the city already. */
function named({ label, city }: LocationBarProps['location']): string {
  return label.endsWith(city) ? label : `${label}, ${city}`
}
