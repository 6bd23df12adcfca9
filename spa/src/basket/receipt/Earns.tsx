import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link, useLocation } from 'react-router'
import type { Basket } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { usePaths } from '../../market/useMarket'
import styles from './Earns.module.css'

/** The points that the order earns; for a guest, those that it would earn with an account. Absent without a loyalty programme. */
export function Earns({ basket: { earns = 0 } }: { basket: Pick<Basket, 'earns'> }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const paths = usePaths()
  const isSignedIn = useSelector(selectSignedIn)
  if (earns <= 0) return null
  return (
    <p className={styles.earns}>
      {isSignedIn ? (
        t('deals.earns', { count: earns })
      ) : (
        <>
          {t('deals.earns-guest', { count: earns })}{' '}
          <Link to={paths.login(pathname)}>{t('deals.earns-sign-in')}</Link>
        </>
      )}
    </p>
  )
}
