import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useListLocationsQuery } from '../../../api/generated'
import { siblings } from '../../../market/market'
import { useMarket, useMoveToCountry, usePaths } from '../../../market/useMarket'
import { Loading } from '../../../ui/feedback/Skeleton'
import { drawnOgImage } from '../../../ui/page/ogImage'
import { PageMeta } from '../../../ui/page/PageMeta'
import { ListWithMap } from '../list/ListWithMap'
import { LocationList } from '../list/LocationList'
import { useHighlight } from '../list/useHighlight'
import { PlaceHeader } from '../PlaceHeader'
import { PlaceUnavailable } from '../PlaceUnavailable'
import styles from './StatePage.module.css'

/** Page of a city with its locations. */
export function CityPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { state = '', city = '' } = useParams()
  const { data, error, refetch } = useListLocationsQuery({ state, city, limit: 100 })
  const pointing = useHighlight()
  const first = data?.locations[0]
  const moving = useMoveToCountry(first?.address.country)
  if (error) return <PlaceUnavailable error={error} onRetry={refetch} />
  if (!data || moving) return <Loading />
  if (!first) return <PlaceUnavailable />
  const { address } = first
  const place = `${address.city}, ${address.state.label}`
  const crumbs = [
    { name: t('locations.title'), path: paths.locations },
    { name: address.state.label, path: paths.location(address.state.slug) },
    { name: address.city, path: paths.location(address.state.slug, address.citySlug) },
  ]
  return (
    <>
      <PageMeta
        title={t('locations.title-of', { place })}
        description={t('locations.description-of', { place, count: data.total })}
        keywords={[address.city, address.state.label]}
        breadcrumbs={crumbs}
        ogImage={drawnOgImage('locations')}
        alternates={siblings(market)}
      />
      <PlaceHeader crumbs={crumbs} heading={address.city} line={t('start.grills', { count: data.total })} />
      <div className={`wrap ${styles.below}`}>
        <ListWithMap
          label={t('locations.map', { place })}
          locations={data.locations}
          numbered
          pointing={pointing}
        >
          <LocationList locations={data.locations} numbered pointing={pointing} />
        </ListWithMap>
      </div>
    </>
  )
}
