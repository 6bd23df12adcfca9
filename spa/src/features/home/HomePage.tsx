import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { markets } from '../../market/market'
import { useMarket } from '../../market/useMarket'
import { firstInteraction } from '../../ui/loading/firstInteraction'
import { PageMeta } from '../../ui/page/PageMeta'
import { Hero } from './Hero'
import styles from './HomePage.module.css'

// Where its code does not come, what was rendered of it stays, and is read and followed as it is.
const BelowFold = lazy(async () => {
  await firstInteraction()
  const { BelowFold } = await import('./BelowFold').catch(() => new Promise<never>(() => {}))
  return { default: BelowFold }
})

/** Full-width layers, piled up like what we sell. The first screen comes first, the layers below it are text and pictures until then. */
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
