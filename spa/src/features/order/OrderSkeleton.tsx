import { useTranslation } from 'react-i18next'
import { Loading, Skeleton } from '../../ui/feedback/Skeleton'
import { PageMeta } from '../../ui/page/PageMeta'
import page from './OrderPage.module.css'
import styles from './OrderSkeleton.module.css'

/** Placeholder of the order. */
export function OrderSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <PageMeta title={t('order.title')} preventIndexing />
      <Loading />
      <div className={styles.stage}>
        <div className="wrap">
          <h1>{t('order.loading')}</h1>
        </div>
      </div>
      <div className={styles.counter} />
      <div className={`wrap ${page.columns}`}>
        <Skeleton height="20rem" />
        <Skeleton height="26rem" />
      </div>
    </>
  )
}
