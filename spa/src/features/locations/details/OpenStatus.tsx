import { useTranslation } from 'react-i18next'
import type { LocationDetails } from '../../../api/generated'
import { useOpenStatusText } from '../../../ui/text/useOpenStatusText'
import styles from './OpenStatus.module.css'

/** OpenStatus shows whether the location is open, and until when. */
export function OpenStatus({ location }: { location: LocationDetails }) {
  const { t } = useTranslation()
  const openStatus = useOpenStatusText(location.opening, location.timeZone)
  const words =
    location.status === 'coming-soon'
      ? { now: t('locations.coming-soon') }
      : location.status === 'closed'
        ? { now: t('locations.gone') }
        : openStatus
  return (
    <p className={styles.sign} data-standing={location.status === 'open' || undefined}>
      {/* Both lines reserve their space until the current status is known. */}
      <b>{words.now ?? '\u00a0'}</b>
      {!words.now ? <span>{'\u00a0'}</span> : 'next' in words && words.next && <span>{words.next}</span>}
    </p>
  )
}
