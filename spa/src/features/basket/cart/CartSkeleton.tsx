import { useTranslation } from 'react-i18next'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Ticket } from '../../../ui/layout/Ticket'
import { RailTicket, TicketRail } from '../../../ui/layout/TicketRail'
import { PageMeta } from '../../../ui/page/PageMeta'
import styles from './CartPage.module.css'

/** Placeholder of the cart with blank tickets. */
export function CartSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <PageMeta title={t('cart.title')} preventIndexing />
      <Loading />
      <div className={styles.locationPlaceholder} />
      <div className={`wrap ${styles.head}`}>
        <h1>{t('cart.heading')}</h1>
        <p className={styles.address}>
          <Skeleton width="14rem" height="1.5rem" />
        </p>
      </div>
      <TicketRail className={styles.rail}>
        <div className={styles.tickets}>
          <RailTicket>
            <Ticket title={t('cart.ticket')}>
              <Skeleton height="24rem" />
            </Ticket>
          </RailTicket>
          <RailTicket>
            <Ticket title={t('cart.sums')}>
              <Skeleton height="14rem" />
            </Ticket>
          </RailTicket>
        </div>
      </TicketRail>
    </>
  )
}
