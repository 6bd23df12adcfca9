import { useTranslation } from 'react-i18next'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Ticket } from '../../../ui/layout/Ticket'
import { RailTicket, TicketRail } from '../../../ui/layout/TicketRail'
import { PageMeta } from '../../../ui/page/PageMeta'
import cart from '../cart/CartPage.module.css'
import styles from './Summary.module.css'

/** Placeholder of the summary. */
export function SummarySkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <PageMeta title={t('summary.title')} preventIndexing />
      <Loading />
      <div className={cart.locationPlaceholder} />
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.form}>
          <h1>{t('summary.heading')}</h1>
          <Skeleton height="9rem" />
          <Skeleton height="12rem" />
        </div>
        <TicketRail className={styles.wall}>
          <RailTicket sticky>
            <Ticket title={t('cart.ticket')}>
              <Skeleton height="22rem" />
            </Ticket>
          </RailTicket>
        </TicketRail>
      </div>
    </>
  )
}
