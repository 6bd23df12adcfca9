import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import { selectPoints } from '../../../api/firstName'
import { brand } from '../../../brand/brand'
import { usePaths } from '../../../market/useMarket'
import styles from './Profile.module.css'

/** The customer's points, with the link to their rewards. */
export function PointsLink() {
  const { t } = useTranslation()
  const paths = usePaths()
  const points = useSelector(selectPoints)
  if (!brand.loyalty) return null
  return (
    <p className={styles.points}>
      {points !== undefined && <span>{t('rewards.profile-line', { count: points })}</span>}
      <Link to={paths.page('rewards')}>{t('shell.my-rewards')}</Link>
    </p>
  )
}
