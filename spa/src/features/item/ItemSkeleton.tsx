import { useTranslation } from 'react-i18next'
import { Loading, Skeleton } from '../../ui/feedback/Skeleton'
import { PageMeta } from '../../ui/page/PageMeta'
import styles from './ItemBuilder.module.css'
import skeleton from './ItemSkeleton.module.css'

/** Placeholder of the illustration and the options. A status text replaces the heading until the dish is loaded. */
export function ItemSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <PageMeta title={t('app.menu')} preventIndexing />
      <div className={skeleton.stage} />
      <div className={styles.build}>
        <Loading />
        <h1 className="visually-hidden">{t('app.loading')}</h1>
        <Skeleton width="70%" height="4rem" />
        <div className={skeleton.lines}>
          <Skeleton height="5.5rem" />
          <Skeleton width="40%" height="2rem" />
          <Skeleton height="12rem" />
          <Skeleton height="18rem" />
        </div>
      </div>
    </div>
  )
}
