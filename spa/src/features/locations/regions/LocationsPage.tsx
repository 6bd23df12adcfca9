import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useListStatesQuery } from '../../../api/generated'
import { PlaceSuggestions } from '../../../api/lazyPlaceSuggestions'
import { siteOf } from '../../../market/market'
import { marketsWith, pathsOf } from '../../../market/paths'
import { useMarket, usePaths } from '../../../market/useMarket'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { PlaceSearch } from '../../../ui/form/PlaceSearch'
import { breadcrumbList } from '../../../ui/page/crumbs'
import { drawnOgImage } from '../../../ui/page/ogImage'
import { PageMeta } from '../../../ui/page/PageMeta'
import { PlaceHeader } from '../PlaceHeader'
import { PlaceUnavailable } from '../PlaceUnavailable'
import { formatPoint } from '../searchQuery'
import { CountryRegions } from './CountryRegions'
import styles from './LocationsPage.module.css'
import regions from './RegionBrowser.module.css'

/** Lists the states or provinces that have locations, with a link to the other country. */
export function LocationsPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const navigate = useNavigate()
  const { data, error, refetch } = useListStatesQuery({})
  if (error) return <PlaceUnavailable error={error} onRetry={refetch} />
  const crumbs = [{ name: t('locations.title'), path: paths.locations }]
  const marketRegions = data?.regions.filter((region) => region.country === market.country) ?? []
  const neighbour = market.country === 'US' ? 'CA' : 'US'
  const abroad = siteOf(neighbour, [market.lang])
  const count = marketRegions.reduce((sum, region) => sum + region.count, 0)
  return (
    <>
      <PageMeta
        title={t('locations.title')}
        description={t('locations.description-all')}
        data={[breadcrumbList(crumbs)]}
        ogImage={drawnOgImage('locations')}
        alternates={marketsWith('locations')}
      />
      <PlaceHeader
        crumbs={crumbs}
        heading={t('locations.heading')}
        line={
          data ? (
            t(count > 0 ? 'locations.line' : 'locations.nobody', { count })
          ) : (
            // Reserves the space of the text: two lines on phones.
            <span className={styles.toCome}>{t('locations.line', { count: 100 })}</span>
          )
        }
      >
        <div className={styles.search}>
          <PlaceSearch
            Suggestions={PlaceSuggestions}
            action={paths.startOrder()}
            onSearch={(near) => void navigate(paths.startOrder({ near }))}
            onLocate={(point) => void navigate(paths.startOrder({ point: formatPoint(point) }))}
            submit={t('start.search')}
          />
        </div>
      </PlaceHeader>
      <div className={`wrap ${styles.below}`}>
        {data && market.acceptsOrders ? (
          <CountryRegions country={market.country} regions={marketRegions} />
        ) : (
          <div className={regions.regions}>
            <Loading />
            <Skeleton height="20rem" />
          </div>
        )}
        {data && abroad && (
          <p className={styles.across}>
            <a href={pathsOf(abroad).locations}>{t(`locations.across-${neighbour}`)}</a>
          </p>
        )}
      </div>
    </>
  )
}
