import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { type ListLocationsApiArg, useListLocationsQuery } from '../../../api/generated'
import { useLoadErrorText } from '../../../api/useProblemText'
import { elide } from '../../../i18n/elide'
import type { Point } from '../../../map/mercator'
import type { LocationSearch } from '../../../market/paths'
import { useMarket } from '../../../market/useMarket'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Button, ButtonLink } from '../../../ui/form/Button'
import { focusHeading } from '../../../ui/page/focusHeading'
import { isFar, isWithinDrive } from '../list/distance'
import { ListWithMap } from '../list/ListWithMap'
import { LocationList } from '../list/LocationList'
import { useHighlight } from '../list/useHighlight'
import { formatPoint, pageSize, shownCount, useSearchPaths, useSearchQuery } from '../searchQuery'
import { CityFilter } from './CityFilter'
import { NoResults } from './NoResults'
import styles from './Results.module.css'
import { UnknownPlace } from './UnknownPlace'

interface ResultsProps {
  call: ListLocationsApiArg
  search: LocationSearch
}

/** Search results, nearest first, and their map. */
export function Results({ call, search }: ResultsProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = useSearchPaths()
  const wording = useLoadErrorText()
  const shown = shownCount(search)
  const { data, error, refetch, isFetching } = useListLocationsQuery({ ...call, limit: shown })
  const pointing = useHighlight()
  const searchAround = useSearchAround()
  const { near, far } = useMemo(() => {
    const all = data?.locations ?? []
    return {
      near: all.filter((location) => !isFar(location)),
      far: all
        .filter(isFar)
        .filter((location) => data?.why?.reason === 'far' || isWithinDrive(location))
        .slice(0, farShown),
    }
  }, [data])
  const from = useMemo(
    () => placeOf(data?.place, search.point ?? search.around),
    [data?.place, search.point, search.around],
  )
  if (error) {
    const refusal = error as ApiError
    if (refusal.problem?.code === 'place-not-found')
      return <UnknownPlace refusal={refusal} open={search.open} />
    return (
      <ErrorMessage level={2} text={wording(refusal)} onRetry={refetch}>
        <ButtonLink tone="second" to={paths.startOrder()}>
          {t('start.point')}
        </ButtonLink>
      </ErrorMessage>
    )
  }
  if (!data) return <ResultsSkeleton />

  const place = data.place?.label ?? (search.point ? t('start.you') : search.around ? t('start.map') : '')
  // The number of nearby locations is known only if a page contains far ones, or is the last.
  const counted = data.locations.some(isFar) || !data.cursor
  const state = data.locations[0]?.address.state
  // Results of a state search have no distances.
  const inside = data.locations.length > 0 && data.locations[0]?.distanceMeters === undefined
  return (
    <ListWithMap
      label={t('map.results')}
      locations={near.length > 0 ? near : far}
      from={near.length > 0 ? from : undefined}
      numbered={near.length > 0}
      pointing={pointing}
      onSearch={searchAround}
    >
      {data.place?.unknownStreet && (
        <p className={styles.count} role="status">
          {t('start.unknown-street', { street: data.place.unknownStreet, place })}
        </p>
      )}
      {data.why ? (
        <NoResults
          why={data.why}
          near={data.place?.region ? '' : place}
          within={place || (search.city ?? state?.label ?? search.state ?? '')}
        />
      ) : (
        <p className={styles.count} role="status">
          {!place || inside
            ? t('start.in', {
                count: data.total,
                place: place || (search.city ?? state?.label ?? search.state ?? ''),
              })
            : elide(t(counted ? 'start.near' : 'start.nearest', { count: near.length, place }), lang)}
        </p>
      )}
      {search.state && !search.city && <CityFilter state={search.state} />}
      {near.length > 0 && (
        <LocationList locations={near} numbered pointing={pointing}>
          {data.cursor && !counted && shown < mostShown && <MoreRows shown={shown} busy={isFetching} />}
        </LocationList>
      )}
      {far.length > 0 && (
        <section className={styles.farResults} aria-labelledby="far">
          <h2 id="far">{t('start.far')}</h2>
          <LocationList locations={far} level={3} pointing={pointing} />
        </section>
      )}
      {near.length + far.length === 0 && data.why?.remedies.length === 0 && (
        <p className={styles.nothing}>{t('start.none')}</p>
      )}
    </ListWithMap>
  )
}

const farShown = 3
/** Maximum number of results in one response. */
const mostShown = 100

/** Searches around another point with the same handoff and filters, and the map open. */
function useSearchAround() {
  const { change } = useSearchQuery()
  const none = { near: undefined, point: undefined, state: undefined, city: undefined, show: undefined }
  return (point: Point) => {
    change({ ...none, around: formatPoint(point) })
    focusHeading() // the pressed button is removed with the old map
  }
}

/** Returns the origin of the distances: the recognised place, the guest's position, or the centre of the map. */
function placeOf(place: { latitude: number; longitude: number } | undefined, point: string | undefined) {
  if (place) return place
  const [latitude, longitude] = (point ?? '').split(',').map(Number)
  return latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
}

/** The number of shown results is kept in the URL, so that Back restores the list. */
function MoreRows({ shown, busy }: { shown: number; busy: boolean }) {
  const { t } = useTranslation()
  const { change } = useSearchQuery()
  return (
    <li className={styles.more}>
      <Button
        tone="second"
        aria-disabled={busy || undefined}
        onClick={() => busy || change({ show: String(Math.min(shown + pageSize, mostShown)) }, true)}
      >
        {busy ? t('app.loading') : t('start.more')}
      </Button>
    </li>
  )
}

function ResultsSkeleton() {
  return (
    <>
      <Loading />
      <Skeleton width="14rem" height="1.5rem" />
      <div className={styles.list}>
        {[1, 2, 3].map((row) => (
          <div key={row} className={styles.waiting}>
            <Skeleton height="8rem" />
          </div>
        ))}
      </div>
    </>
  )
}
