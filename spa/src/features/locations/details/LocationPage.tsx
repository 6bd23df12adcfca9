import { memo, Suspense, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import {
  type LocationDetails,
  useGetLocationBySlugQuery,
  useListCitiesQuery,
  useListLocationsQuery,
} from '../../../api/generated'
import { siblings } from '../../../market/market'
import { useMarket, useMoveToCountry, usePaths } from '../../../market/useMarket'
import { Loading } from '../../../ui/feedback/Skeleton'
import { Picture } from '../../../ui/media/Picture'
import { pathBelowPictures, photographOgImage } from '../../../ui/media/photograph'
import { breadcrumbList } from '../../../ui/page/crumbs'
import { drawnOgImage } from '../../../ui/page/ogImage'
import { PageMeta } from '../../../ui/page/PageMeta'
import { FavoriteButton } from '../FavoriteButton'
import { isFar } from '../list/distance'
import { LocationList } from '../list/LocationList'
import { useHighlight } from '../list/useHighlight'
import { PlaceHeader } from '../PlaceHeader'
import { PlaceUnavailable } from '../PlaceUnavailable'
import { LocationFacts } from './LocationFacts'
import styles from './LocationPage.module.css'
import { locationCrumbs } from './locationCrumbs'
import { menuPathOf } from './menuPath'
import { OpenStatus } from './OpenStatus'
import { locationData } from './structuredData'

/** Page of a location: status, address, hours and ordering. */
export function LocationPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { state, city, store: slug = '' } = useParams()
  const { data: location, error, refetch } = useGetLocationBySlugQuery({ slug })
  const { data: cities, isLoading } = useListCitiesQuery(
    { state: location?.address.state.slug },
    { skip: !location || location.status === 'open' },
  )
  // The status at the top updates at once; the sections below are deferred.
  const below = useDeferredValue(location)
  const moving = useMoveToCountry(location?.address.country)
  if (error) return <PlaceUnavailable error={error} onRetry={refetch} />
  if (!location || !below || isLoading || moving) return <Loading />
  const { address, label } = location
  const canonicalPath = paths.location(address.state.slug, address.citySlug, location.slug)
  // The URL has another city or state: redirect to the location's own path.
  if (state !== address.state.slug || city !== address.citySlug)
    return <Navigate to={canonicalPath} replace />
  const photograph = pathBelowPictures(location.image?.url)
  const ogImage = (photograph && photographOgImage(photograph)) || drawnOgImage('locations')
  const crumbs = locationCrumbs(location, paths, t('locations.title'), cities?.regions)
  return (
    <>
      <PageMeta
        title={`${label}, ${address.city}, ${address.state.code}`}
        description={t('locations.description', { store: label, line: address.line })}
        keywords={[label, address.city, address.state.label, address.zip]}
        ogImage={ogImage}
        alternates={siblings(market)}
        data={[
          ...(location.status === 'closed'
            ? []
            : [locationData(location, canonicalPath, menuPathOf(location, paths), ogImage)]),
          breadcrumbList(crumbs),
        ]}
      />
      <PlaceHeader
        crumbs={crumbs}
        heading={label}
        line={location.subtitle ?? t('locations.in', { place: address.city })}
      >
        <div className={styles.status}>
          <OpenStatus location={location} />
          <FavoriteButton location={location} />
        </div>
      </PlaceHeader>
      <div className={`wrap ${styles.below}`}>
        {photograph && (
          <Picture
            className={styles.photograph}
            path={photograph}
            sizes="(min-width: 1312px) 1248px, (min-width: 960px) calc(100vw - 64px), 100vw"
            alt={label}
          />
        )}
        <Facts location={below} />
      </div>
    </>
  )
}

const nearbyShown = 3

/** Sections below the first screen, memoised: a refetch re-renders them only with new data. */
const Facts = memo(function Facts({ location }: { location: LocationDetails }) {
  return (
    <Suspense>
      <Around location={location} />
    </Suspense>
  )
})

/** The location and its nearest neighbours, on one map. */
function Around({ location }: { location: LocationDetails }) {
  const { t } = useTranslation()
  const pointing = useHighlight()
  const { latitude, longitude } = location.address
  const { data } = useListLocationsQuery({ latitude, longitude, limit: nearbyShown + 1 })
  const near = useDeferredValue(data)
  const others = useMemo(
    () =>
      near?.locations.filter((other) => other.id !== location.id && !isFar(other)).slice(0, nearbyShown) ??
      [],
    [near, location.id],
  )
  return (
    <>
      <LocationFacts location={location} others={others} pointing={pointing} />
      {others.length > 0 && (
        <section className={styles.nearby} aria-labelledby="nearby">
          <h2 id="nearby">{t('locations.nearby')}</h2>
          <LocationList locations={others} numbered level={3} pointing={pointing} />
        </section>
      )}
    </>
  )
}
