import { useTranslation } from 'react-i18next'
import type { LocationDetails } from '../../api/generated'
import { useStanding } from '../../ui/useStanding'
import styles from './DoorSign.module.css'

/** The sign on the door: open or not, and until when. */
export function DoorSign({ location }: { location: LocationDetails }) {
  const { t } = useTranslation()
  const standing = useStanding(location.opening, location.timeZone)
  const words =
    location.status === 'coming-soon'
      ? { now: t('locations.coming-soon') }
      : location.status === 'closed'
        ? { now: t('locations.gone') }
        : standing
  return (
    <p className={styles.sign}>
      <b>{words.now}</b>
      {'next' in words && words.next && <span>{words.next}</span>}
    </p>
  )
}
