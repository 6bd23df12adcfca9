import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListCitiesQuery } from '../../../api/generated'
import { useSearchPaths } from '../searchQuery'
import styles from './CityFilter.module.css'

/** The cities of a state, to narrow the list; nothing when there is only one. */
export function CityFilter({ state }: { state: string }) {
  const { t } = useTranslation()
  const paths = useSearchPaths()
  const { data } = useListCitiesQuery({ state })
  const cities = data?.regions.filter((region) => region.city) ?? []
  if (cities.length < 2) return null
  return (
    <ul className={styles.cities} aria-label={t('start.cities')}>
      {cities.map(({ slug, city }) => (
        <li key={slug}>
          <Link to={paths.startOrder({ state, city })}>{city}</Link>
        </li>
      ))}
    </ul>
  )
}
