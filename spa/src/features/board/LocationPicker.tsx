import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type Location, useListLocationsQuery } from '../../api/generated'
import { PlaceSuggestions } from '../../api/lazyPlaceSuggestions'
import { useMarket, usePaths } from '../../market/useMarket'
import { PlaceSearch } from '../../ui/form/PlaceSearch'
import { useHydrated } from '../../ui/loading/useHydrated'
import styles from './LocationPicker.module.css'

/** How many restaurants are offered for one place. */
const few = 5

interface LocationPickerProps {
  /** The restaurant whose prices are shown. */
  at?: Location
  /** The address names one that there is not. */
  unknown: boolean
}

/** Whose prices: a place is searched, a restaurant near it is chosen. The address keeps both. */
export function LocationPicker({ at, unknown }: LocationPickerProps) {
  const { t } = useTranslation()
  const { country } = useMarket()
  const paths = usePaths()
  const [query, setQuery] = useSearchParams()
  const near = query.get('near')?.slice(0, 120) ?? ''
  const [latitude, longitude] = (query.get('point') ?? '').split(',').map(Number)
  const here = Number.isFinite(latitude) && Number.isFinite(longitude)
  const {
    currentData: found,
    isError,
    isFetching,
  } = useListLocationsQuery(near ? { q: near, limit: few } : { latitude, longitude, limit: few }, {
    skip: !near && !here,
  })
  const locations = found?.locations.filter(({ address }) => address.country === country) ?? []
  // A page that came rendered does not know what is asked for: the document says it, until this does.
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
      <p className={styles.said} role="status">
        {unknown
          ? t('board.unknown')
          : (isError || (found && locations.length === 0)) && !isFetching
            ? t('board.none')
            : ''}
      </p>
      <div className={styles.found} data-near={hydrated && (near || here) ? '' : undefined}>
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
