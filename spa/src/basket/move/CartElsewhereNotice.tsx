import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { handoffOf } from '../../market/handoff'
import { orderingMarkets } from '../../market/market'
import { pathsOf } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'
import styles from './CartElsewhereNotice.module.css'

interface CartElsewhereNoticeProps {
  /** The cart at another restaurant; none when it is in another country. */
  cart?: { count: number; handoff: number; store: { label: string; slug: string } }
  /** What else can be done, beside going back to it. */
  children?: ReactNode
}

/** Says quietly where the cart is, and leads back to it. */
export function CartElsewhereNotice({ cart, children }: CartElsewhereNoticeProps) {
  const { t } = useTranslation()
  const paths = usePaths(cart && handoffOf(cart.handoff))
  const abroad = useBasketAbroad()
  if (!cart) {
    return (
      <Notice tone="info" className={styles.notice}>
        <p>{abroad.reason}</p>
        <Link to={abroad.cart} reloadDocument>
          {t('move.abroad-back')}
        </Link>
      </Notice>
    )
  }
  return (
    <Notice tone="info" className={styles.notice}>
      <p>{t('move.notice', { count: cart.count, store: cart.store.label })}</p>
      {children}
      <Link to={paths.menu(cart.store.slug)}>{t('move.back', { store: cart.store.label })}</Link>
    </Notice>
  )
}

/** A cart in the other country: where it is, and why it cannot come along. */
export function useBasketAbroad(): { reason: string; cart: string } {
  const { t } = useTranslation()
  const { country } = useMarket()
  const there = orderingMarkets.find((market) => market.country !== country)!
  return { reason: t(`move.abroad-${there.country}`), cart: pathsOf(there).cart }
}
