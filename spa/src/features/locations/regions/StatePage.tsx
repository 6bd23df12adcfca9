import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type Location, useListLocationsQuery } from '../../../api/generated'
import { siblings } from '../../../market/market'
import { useMarket, useMoveToCountry, usePaths } from '../../../market/useMarket'
import { Loading } from '../../../ui/feedback/Skeleton'
import { drawnOgImage } from '../../../ui/page/ogImage'
import { PageMeta } from '../../../ui/page/PageMeta'
import { ListWithMap } from '../list/ListWithMap'
import { useHighlight } from '../list/useHighlight'
import { PlaceHeader } from '../PlaceHeader'
import { PlaceUnavailable } from '../PlaceUnavailable'
import { CompactLocationRow } from './CompactLocationRow'
import styles from './StatePage.module.css'

/** Page of a state or province with its cities and their locations. */
export function StatePage() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { state = '' } = useParams()
  const { data, error, refetch } = useListLocationsQuery({ state, limit: 100 })
  const pointing = useHighlight()
  const first = data?.locations[0]
  const moving = useMoveToCountry(first?.address.country)
  if (error) return <PlaceUnavailable error={error} onRetry={refetch} />
  if (!data || moving) return <Loading />
  if (!first) return <PlaceUnavailable />
  const { label, slug } = first.address.state
  const crumbs = [
    { name: t('locations.title'), path: paths.locations },
    { name: label, path: paths.location(slug) },
  ]
  const cities = byCity(data.locations)
  return (
    <>
      <PageMeta
        title={t('locations.title-of', { place: label })}
        description={t('locations.description-of', { place: label, count: data.total })}
        keywords={[label]}
        breadcrumbs={crumbs}
        ogImage={drawnOgImage('locations')}
        alternates={siblings(market)}
      />
      <PlaceHeader crumbs={crumbs} heading={label} line={t('start.grills', { count: data.total })} />
      <div className={`wrap ${styles.below}`}>
        <ListWithMap
          label={t('locations.map', { place: label })}
          locations={data.locations}
          pointing={pointing}
        >
          <ul className={styles.cities} aria-label={t('start.cities')}>
            {cities.map(([city, locations]) => (
              <li key={city}>
                <h2>
                  <Link to={paths.location(slug, city)}>{locations[0]!.address.city}</Link>
                </h2>
                <ul>
                  {locations.map((location) => (
                    <CompactLocationRow key={location.id} location={location} pointing={pointing} />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </ListWithMap>
      </div>
    </>
  )
}

/** Groups the locations by city slug, in list order. */
function byCity(locations: readonly Location[]): [city: string, locations: Location[]][] {
  const cities = new Map<string, Location[]>()
  for (const location of locations) {
    const { citySlug } = location.address
    cities.set(citySlug, [...(cities.get(citySlug) ?? []), location])
  }
  return [...cities]
}
