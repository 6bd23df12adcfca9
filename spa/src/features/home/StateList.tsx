import { type CSSProperties, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListStatesQuery } from '../../api/generated'
import { orderingMarkets } from '../../market/market'
import { pathsOf } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import styles from './StateList.module.css'

/** Number of locations, and the code of each state or province that has one. */
export function StateList() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { data } = useListStatesQuery({})
  const regions = data?.regions.filter((region) => region.country === market.country) ?? []
  const total = regions.reduce((sum, region) => sum + region.count, 0)
  const number = total ? new Intl.NumberFormat(market.lang).format(total) : '…'
  const neighbour = data?.regions.some((region) => region.country !== market.country)
  const across = orderingMarkets.find(
    (m) => m.country !== market.country && m.lang.slice(0, 2) === market.lang.slice(0, 2),
  )
  return (
    <section className={styles.states} aria-labelledby="states">
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.intro}>
          <h2 id="states">
            <span className={styles.big} style={{ '--characters': number.length } as CSSProperties}>
              {number}
            </span>{' '}
            <span className={styles.caption}>
              {t(market.country === 'CA' ? 'home.provinces' : 'home.states', {
                count: regions.length,
                locations: t('home.locations', { count: total }),
              })}
            </span>
          </h2>
          <ButtonLink to={paths.startOrder()}>{t('home.find-yours')}</ButtonLink>
        </div>
        <ul
          className={styles.letters}
          data-few={regions.length < 6 || undefined}
          aria-label={t('home.by-state')}
        >
          {regions.map(({ state, slug }) => (
            <Fragment key={slug}>
              <li>
                <Link to={paths.location(slug)} aria-label={state.label}>
                  {state.code}
                </Link>
              </li>{' '}
            </Fragment>
          ))}
          {neighbour && across && (
            <li>
              <a className={styles.across} href={pathsOf(across).home}>
                {t(across.country === 'CA' ? 'home.canada' : 'app.united-states')}
              </a>
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}
