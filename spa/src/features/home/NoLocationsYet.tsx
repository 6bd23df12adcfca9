import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import styles from './StateList.module.css'

/** For a country without locations: shows a large zero and a link to the nearest country with locations. */
export function NoLocationsYet() {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  return (
    <section className={styles.states} aria-labelledby="states">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="states" className={styles.intro}>
          <span className={styles.big} style={{ '--characters': 1 } as CSSProperties}>
            {new Intl.NumberFormat(lang).format(0)}
          </span>{' '}
          <span className={styles.caption}>{t('home.none')}</span>
        </h2>
        <div className={styles.until}>
          <p>{t('home.none-line')}</p>
          <ButtonLink to={paths.locations}>{t('home.nearest')}</ButtonLink>
        </div>
      </div>
    </section>
  )
}
