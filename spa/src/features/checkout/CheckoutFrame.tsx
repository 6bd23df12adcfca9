import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { LocationBar } from '../../basket/bar/LocationBar'
import { FoodRow } from '../../basket/receipt/FoodRow'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { PageMeta } from '../../ui/page/PageMeta'
import { useTimeText } from '../../ui/text/useTimeText'
import styles from './Checkout.module.css'
import { OrderRail } from './OrderRail'

/** CheckoutFrame lays out both checkout pages: location and time above the form, the order summary beside it. */
export function CheckoutFrame({
  basket,
  title,
  children,
}: {
  basket: Basket
  title: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const handoff = handoffOf(basket.handoff)
  const paths = usePaths(handoff)
  const { whenBrief } = useTimeText(basket.store.timeZone)
  return (
    <>
      <PageMeta title={title} preventIndexing />
      <LocationBar
        location={basket.store}
        locationPath={paths.menu(basket.store.slug)}
        handoff={handoff}
        when={basket.hold ? whenBrief(basket.hold.start) : t('checkout.no-time-yet')}
        whenPath={paths.summary}
      />
      <div className={`wrap ${styles.grid}`}>
        <OrderRail basket={basket} />
        <div className={styles.form}>{children}</div>
        <FoodRow className={styles.pass} lines={basket.lines} />
      </div>
    </>
  )
}
