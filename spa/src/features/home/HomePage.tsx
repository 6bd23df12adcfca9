import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { markets } from '../../market/market'
import { PageMeta } from '../../ui/PageMeta'
import { Hero } from './Hero'
import styles from './HomePage.module.css'
import { LineUp } from './LineUp'
import { Pit } from './Pit'
import { States } from './States'
import { YourCall } from './YourCall'

/** Until the page has been shown once: a guest who comes back finds it whole, where they left it. */
let first = true

/** Full-width layers, piled up like what we sell. The first screen comes first, the layers below it when that is painted. */
export function HomePage() {
  const { t } = useTranslation()
  const below = useDeferredValue(true, !first)
  useEffect(() => {
    first = false
  }, [])
  return (
    <>
      <PageMeta title={t('home.title')} whole description={t('home.description')} alternates={markets} />
      <Hero />
      {below ? (
        <>
          <LineUp />
          <YourCall />
          <States />
          <Pit />
        </>
      ) : (
        <div className={styles.below} />
      )}
    </>
  )
}
