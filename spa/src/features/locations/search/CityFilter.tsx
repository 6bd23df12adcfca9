import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListCitiesQuery } from '../../../api/generated'
import { useSearchPaths } from '../searchQuery'
import styles from './CityFilter.module.css'

/** Filters the list by a city of the state. Renders nothing if there is only one city. */
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
          <Link className="tap" to={paths.startOrder({ state, city })}>
            {city}
          </Link>
        </li>
      ))}
    </ul>
  )
}
