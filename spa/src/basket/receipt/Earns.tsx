import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link, useLocation } from 'react-router'
import type { Basket } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { usePaths } from '../../market/useMarket'
import styles from './Earns.module.css'

interface EarnsProps {
  basket: Pick<Basket, 'earns'>
}

/** The points that the order earns; for a guest, those that it would earn with an account. Absent without a loyalty programme. */
export function Earns({ basket }: EarnsProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const paths = usePaths()
  const isSignedIn = useSelector(selectSignedIn)
  const { earns = 0 } = basket
  if (isSignedIn) return <EarnsOfCustomer basket={basket} />
  if (earns <= 0) return null
  return (
    <small className={styles.guest}>
      {t('deals.earns-guest', { count: earns })}{' '}
      <Link to={paths.login(pathname)}>{t('deals.earns-sign-in')}</Link>
    </small>
  )
}

/** The points that the order of a customer earns. Absent for a guest. */
export function EarnsOfCustomer({ basket: { earns = 0 } }: EarnsProps) {
  const { t } = useTranslation()
  const isSignedIn = useSelector(selectSignedIn)
  return isSignedIn && earns > 0 && <span className={styles.earns}>{t('deals.earns', { count: earns })}</span>
}
