import { useTranslation } from 'react-i18next'
import type { Order } from '../../api/generated'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import styles from './OrderPage.module.css'

/** Leads to the review of a picked-up order. The order's token is in the history entry: it is secret, and URLs are logged. */
export function ReviewInvitation({ order: { orderToken } }: { order: Order }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <section className={styles.part}>
      <h2>{t('order.review-heading')}</h2>
      <p>{t('order.review-line')}</p>
      <p>
        <ButtonLink tone="second" to={paths.page('reviewUs')} state={{ orderToken }}>
          {t('order.review')}
        </ButtonLink>
      </p>
    </section>
  )
}
