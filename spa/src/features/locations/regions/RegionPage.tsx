import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type Location, useListLocationsQuery } from '../../../api/generated'
import { siblings } from '../../../market/market'
import { useMarket, useMoveToCountry, usePaths } from '../../../market/useMarket'
import { Loading } from '../../../ui/feedback/Skeleton'
import { breadcrumbList } from '../../../ui/page/crumbs'
import { drawnOgImage } from '../../../ui/page/ogImage'
import { PageMeta } from '../../../ui/page/PageMeta'
import { ListWithMap } from '../list/ListWithMap'
import { LocationList } from '../list/LocationList'
import { type Highlight, useHighlight } from '../list/useHighlight'
import { PlaceHeader } from '../PlaceHeader'
import { PlaceUnavailable } from '../PlaceUnavailable'
import { CompactLocationRow } from './CompactLocationRow'
import styles from './RegionPage.module.css'

/** Page of a city with its locations, or of a state or province with its cities and their locations. */
export function RegionPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { state = '', city } = useParams()
  const { data, error, refetch } = useListLocationsQuery({ state, city, limit: 100 })
  const pointing = useHighlight()
  const first = data?.locations[0]
  const moving = useMoveToCountry(first?.address.country)
  if (error) return <PlaceUnavailable error={error} onRetry={refetch} />
  if (!data || moving) return <Loading />
  if (!first) return <PlaceUnavailable />
  const { address } = first
  const { label, slug } = address.state
  const crumbs = [
    { name: t('locations.title'), path: paths.locations },
    { name: label, path: paths.location(slug) },
  ]
  if (city) crumbs.push({ name: address.city, path: paths.location(slug, address.citySlug) })
  const place = city ? `${address.city}, ${label}` : label
  return (
    <>
      <PageMeta
        title={t('locations.title-of', { place })}
        description={t('locations.description-of', { place, count: data.total })}
        keywords={city ? [address.city, label] : [label]}
        data={[breadcrumbList(crumbs)]}
        ogImage={drawnOgImage('locations')}
        alternates={siblings(market)}
      />
      <PlaceHeader
        crumbs={crumbs}
        heading={city ? address.city : label}
        line={t('start.grills', { count: data.total })}
      />
      <div className={`wrap ${styles.below}`}>
        <ListWithMap
          label={t('locations.map', { place })}
          locations={data.locations}
          numbered={!!city}
          pointing={pointing}
        >
          {city ? (
            <LocationList locations={data.locations} numbered pointing={pointing} />
          ) : (
            <Cities locations={data.locations} pointing={pointing} />
          )}
        </ListWithMap>
      </div>
    </>
  )
}

/** The locations of a state by city. */
function Cities({ locations, pointing }: { locations: readonly Location[]; pointing: Highlight }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <ul className={styles.cities} aria-label={t('start.cities')}>
      {byCity(locations).map(([city, locations]) => (
        <li key={city}>
          <h2>
            <Link to={paths.location(locations[0]!.address.state.slug, city)}>
              {locations[0]!.address.city}
            </Link>
          </h2>
          <ul>
            {locations.map((location) => (
              <CompactLocationRow key={location.id} location={location} pointing={pointing} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
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
