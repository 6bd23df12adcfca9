import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type Location, useListLocationsQuery } from '../../api/generated'
import { PlaceSuggestions } from '../../api/lazyPlaceSuggestions'
import { useMarket, usePaths } from '../../market/useMarket'
import { PlaceSearch } from '../../ui/form/PlaceSearch'
import { useHydrated } from '../../ui/loading/useHydrated'
import styles from './LocationPicker.module.css'

/** Number of locations offered for a place. */
const maxResults = 5

interface LocationPickerProps {
  /** Location for which prices are shown. */
  at?: Location
  /** The URL names an unknown location. */
  unknown: boolean
}

/** LocationPicker selects the location for the prices: search a place, choose a location near it. The URL keeps both. */
export function LocationPicker({ at, unknown }: LocationPickerProps) {
  const { t } = useTranslation()
  const { country } = useMarket()
  const paths = usePaths()
  const [query, setQuery] = useSearchParams()
  const near = query.get('near')?.slice(0, 120) ?? ''
  const [latitude, longitude] = (query.get('point') ?? '').split(',').map(Number)
  const hasPosition = Number.isFinite(latitude) && Number.isFinite(longitude)
  const {
    currentData: found,
    isError,
    isFetching,
  } = useListLocationsQuery(
    near ? { q: near, limit: maxResults } : { latitude, longitude, limit: maxResults },
    {
      skip: !near && !hasPosition,
    },
  )
  const locations = found?.locations.filter(({ address }) => address.country === country) ?? []
  // A prerendered page does not know the query: until hydration the document's data attribute carries it.
  const hydrated = useHydrated()
  useEffect(() => {
    if (hydrated) delete document.documentElement.dataset.near
  }, [hydrated])
  const search = (name: string, value: string) => setQuery({ [name]: value }, { preventScrollReset: true })
  return (
    <div className={styles.picker}>
      <h2>{at ? t('board.at', { store: at.label }) : t('board.prices')}</h2>
      <PlaceSearch
        Suggestions={PlaceSuggestions}
        near={near}
        onSearch={(place) => search('near', place)}
        onLocate={(point) => search('point', `${point.latitude.toFixed(3)},${point.longitude.toFixed(3)}`)}
        submit={t('board.find')}
        tone="yellow"
      />
      <p className={styles.status} role="status">
        {unknown
          ? t('board.unknown')
          : (isError || (found && locations.length === 0)) && !isFetching
            ? t('board.none')
            : ''}
      </p>
      <div className={styles.found} data-near={hydrated && (near || hasPosition) ? '' : undefined}>
        {locations.length > 0 && (
          <ul>
            {locations.map(({ id, slug, label, address }) => (
              <li key={id}>
                <Link to={`${paths.page('menuPage')}?at=${encodeURIComponent(slug)}`} preventScrollReset>
                  <b>{label}</b> <span>{`${address.address}, ${address.city}`}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
