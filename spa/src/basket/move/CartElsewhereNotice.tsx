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
  /** Cart at another location; absent if it is in another country. */
  cart?: { count: number; handoff: number; store: { label: string; slug: string } }
  /** Further actions. */
  children?: ReactNode
}

/** Notice that the cart is at another location, with a link to it. */
export function CartElsewhereNotice({ cart, children }: CartElsewhereNoticeProps) {
  const { t } = useTranslation()
  const paths = usePaths(cart && handoffOf(cart.handoff))
  const abroad = useBasketAbroad()
  return (
    <Notice tone="info" className={styles.notice}>
      <p>{cart ? t('move.notice', { count: cart.count, store: cart.store.label }) : abroad.reason}</p>
      {children}
      <Link
        to={cart ? paths.menu(cart.store.slug) : abroad.cart}
        reloadDocument={!cart}
        className={styles.action}
      >
        {cart ? t('move.back', { store: cart.store.label }) : t('move.abroad-back')}
      </Link>
    </Notice>
  )
}

/** Returns the texts about a cart in the other country: its place, and why it cannot be moved. */
export function useBasketAbroad(): { reason: string; cart: string } {
  const { t } = useTranslation()
  const { country } = useMarket()
  const otherMarket = orderingMarkets.find((market) => market.country !== country)!
  return { reason: t(`move.abroad-${otherMarket.country}`), cart: pathsOf(otherMarket).cart }
}
