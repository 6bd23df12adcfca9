import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PlaceSuggestions } from '../../api/lazyPlaceSuggestions'
import { brand } from '../../brand/brand'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { PlaceSearch } from '../../ui/form/PlaceSearch'
import { Drips } from '../../ui/layout/Drips'
import styles from './Hero.module.css'

/**
 * Hero is the first screen: a burger around the location search, or a link to the menu where there is no online ordering. Brands
 * without burgers show the name on a counter.
 */
export function Hero() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { acceptsOrders } = useMarket()
  const paths = usePaths()
  return (
    <section className={styles.hero} data-ground="dark">
      <div className="wrap">
        <div className={brand.burgers ? styles.pile : `${styles.pile} ${styles.plain}`}>
          <Layer of="crown" className={styles.crown} />
          <div className={styles.title}>
            <h1>
              <span className={styles.tagline}>{t('home.said')}</span>{' '}
              <span className={styles.name}>
                {brand.shortName.split(' ').map((word, n) => (
                  <Fragment key={word}>
                    {n > 0 && ' '}
                    <b>{word}</b>
                  </Fragment>
                ))}
              </span>
            </h1>
            <p className={styles.since}>{t('home.since')}</p>
          </div>
          <Layer of="lettuce" className={styles.lettuce} />
          <div className={styles.meat}>
            <Layer of="cheese" className={styles.cheese} />
            <div className={styles.start}>
              <h2>{t('home.start')}</h2>
              {acceptsOrders ? (
                <PlaceSearch
                  Suggestions={PlaceSuggestions}
                  action={paths.startOrder()}
                  onSearch={(near) => void navigate(paths.startOrder({ near }))}
                  onLocate={({ latitude, longitude }) =>
                    void navigate(
                      paths.startOrder({ point: `${latitude.toFixed(3)},${longitude.toFixed(3)}` }),
                    )
                  }
                  submit={t('home.find')}
                  tone="yellow"
                />
              ) : (
                <ButtonLink tone="yellow" to={paths.page('menuPage')}>
                  {t('home.whole-menu')}
                </ButtonLink>
              )}
            </div>
          </div>
          <Layer of="heel" className={styles.heel} />
        </div>
      </div>
      <Drips color="var(--red)" />
    </section>
  )
}

/** One of the drawings that shellArt inlines in the document. */
function Layer({ of, className }: { of: 'crown' | 'lettuce' | 'cheese' | 'heel'; className?: string }) {
  if (!brand.burgers) return null
  return (
    <div className={`${styles.layer} ${className}`} aria-hidden="true">
      <svg className={styles.wide} aria-hidden="true">
        <use href={`#hero-${of}-wide`} />
      </svg>
      <svg className={styles.narrow} aria-hidden="true">
        <use href={`#hero-${of}-narrow`} />
      </svg>
    </div>
  )
}
