import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import { useBasket } from '../../basket/basket'
import { selectQuote } from '../../basket/basketSession'
import { keepChoice } from '../../basket/keptChoice'
import { Stack } from '../../food/Stack'
import { heightInInches } from '../../food/stack'
import { formatHeight } from '../../market/formatHeight'
import { useMarket, usePaths } from '../../market/useMarket'
import { Drips } from '../../ui/layout/Drips'
import styles from './LineUp.module.css'
import { lineUp, lineUpDishPath } from './lineUpBurgers'

/**
 * Burgers in front of a height chart. With a cart they link to its location's dishes; without one a followed dish waits for a cart
 * (KeptChoices).
 */
export function LineUp() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { basket } = useBasket()
  const locationSlug = basket?.store.slug
  const hasBasket = useSelector(selectQuote) !== null
  return (
    <section className={styles.lineup} data-ground="stage" aria-labelledby="line-up">
      <div className="wrap">
        <div className={styles.head}>
          <h2 id="line-up">{t('home.suspects')}</h2>
        </div>
        <p className={styles.more}>
          <span>{t('home.record')}</span>
          <Link to={locationSlug ? paths.menu(locationSlug) : paths.page('menuPage')}>
            {t('home.whole-menu')}
          </Link>
        </p>
        <div className={styles.wall}>
          <ul className={styles.suspects}>
            {lineUp.map(({ slug, name, line, layers }) => (
              <li key={slug} className={styles.suspect}>
                <div className={styles.cell}>
                  <div className={styles.stack}>
                    <Stack layers={layers} />
                  </div>
                </div>
                <div className={styles.board}>
                  <h3>
                    <Link
                      to={lineUpDishPath(paths, locationSlug, slug)}
                      onClick={() => market.acceptsOrders && !hasBasket && keepChoice('dish', slug)}
                    >
                      {t(name)}
                    </Link>
                  </h3>
                  <p>{t(line)}</p>
                  <p className={styles.tall}>
                    <b>{formatHeight(heightInInches(layers), market)}</b> {t('home.tall')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Drips color="var(--stage)" />
    </section>
  )
}
