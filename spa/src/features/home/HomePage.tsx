import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { markets } from '../../market/market'
import { useMarket } from '../../market/useMarket'
import { lazyAfterInteraction } from '../../ui/loading/lazyAfterInteraction'
import { PageMeta } from '../../ui/page/PageMeta'
import { Hero } from './Hero'
import styles from './HomePage.module.css'

const BelowFold = lazyAfterInteraction(async () => (await import('./BelowFold')).BelowFold)

/** Home page: full-width layers. The first screen hydrates first; the layers below are static HTML until then. */
export function HomePage() {
  const { t } = useTranslation()
  const { acceptsOrders } = useMarket()
  return (
    <>
      <PageMeta
        title={t('home.title')}
        whole
        description={t(acceptsOrders ? 'home.description' : 'home.description-abroad')}
        alternates={markets}
      />
      <Hero />
      <Suspense fallback={<div className={styles.below} />}>
        <BelowFold />
      </Suspense>
    </>
  )
}
