import { useTranslation } from 'react-i18next'
import { PageMeta } from '../../ui/PageMeta'
import { Hung, Rail } from '../../ui/Rail'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { Ticket } from '../../ui/Ticket'
import styles from './CartPage.module.css'

/** The rail with its slips, before what is written on them. */
export function CartSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <PageMeta title={t('cart.title')} preventIndexing />
      <Loading />
      <div className={styles.nowhere} />
      <div className={`wrap ${styles.head}`}>
        <h1>{t('cart.heading')}</h1>
        <p className={styles.where}>
          <Skeleton width="14rem" height="1.5rem" />
        </p>
      </div>
      <Rail className={styles.rail}>
        <div className={styles.tickets}>
          <Hung>
            <Ticket title={t('cart.ticket')}>
              <Skeleton height="24rem" />
            </Ticket>
          </Hung>
          <Hung>
            <Ticket title={t('cart.sums')}>
              <Skeleton height="14rem" />
            </Ticket>
          </Hung>
        </div>
      </Rail>
    </>
  )
}
