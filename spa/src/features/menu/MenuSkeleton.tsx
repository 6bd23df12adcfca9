import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading, Skeleton } from '../../ui/feedback/Skeleton'
import { PageMeta } from '../../ui/page/PageMeta'
import styles from './MenuPage.module.css'
import skeleton from './MenuSkeleton.module.css'

/** Placeholder of the menu. The heading is at its final position. */
export function MenuSkeleton({ bar }: { bar?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <PageMeta title={t('menu.title')} preventIndexing />
      <Loading />
      {bar ?? <div className={skeleton.bar} />}
      <div className={`wrap ${styles.grid}`}>
        <div className={skeleton.rail} />
        <div>
          <div className={styles.head}>
            <h1>{t('menu.heading')}</h1>
            <Skeleton width="18rem" height="2.75rem" />
          </div>
          <Skeleton width="12rem" height="2.6rem" />
          <div className={skeleton.dishes}>
            <Skeleton height="22rem" />
            <Skeleton height="12rem" />
            <Skeleton height="12rem" />
          </div>
        </div>
      </div>
    </>
  )
}
