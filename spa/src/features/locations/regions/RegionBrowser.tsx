import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ApiError } from '../../../api/errors'
import { useListStatesQuery } from '../../../api/generated'
import { useLoadErrorText } from '../../../api/useProblemText'
import { useMarket } from '../../../market/useMarket'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { useSearchPaths } from '../searchQuery'
import styles from './RegionBrowser.module.css'

/** Lists regions with locations, as an alternative to searching. */
export function RegionBrowser() {
  const { t } = useTranslation()
  const { acceptsOrders, country } = useMarket()
  const paths = useSearchPaths()
  const wording = useLoadErrorText()
  const { data, error, refetch } = useListStatesQuery(acceptsOrders ? { country } : {})
  if (error) return <ErrorMessage level={2} text={wording(error as ApiError)} onRetry={refetch} />
  return (
    <section aria-labelledby="regions">
      <h2 id="regions" className={styles.title}>
        {t('start.point')}
      </h2>
      {data ? (
        <ul className={styles.regions}>
          {data.regions.map(({ state, slug, count }) => (
            <li key={slug}>
              <Link to={paths.startOrder({ state: state.code })}>
                <span className={styles.name}>{state.label}</span>
                <span className={`num ${styles.count}`}>{t('start.grills', { count })}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.regions}>
          <Loading />
          <Skeleton height="20rem" />
        </div>
      )}
    </section>
  )
}
