import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { type ListLocationsApiArg, type Location, useListLocationsQuery } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import type { Search } from '../../market/paths'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/Button'
import { Loading, Skeleton } from '../../ui/Skeleton'
import { Trouble } from '../../ui/Trouble'
import { Cities } from './Cities'
import { GrillRow } from './GrillRow'
import styles from './Results.module.css'

interface ResultsProps {
  call: ListLocationsApiArg
  search: Search
  openOnly: boolean
}

const pageSize = 20

/** The restaurants of a search, nearest first; further pages hang below the first. */
export function Results({ call, search, openOnly }: ResultsProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const wording = useProblemText()
  const { data, error, refetch } = useListLocationsQuery({ ...call, limit: pageSize })
  if (error) {
    const refusal = error as ApiError
    const lost = refusal.problem?.code === 'place-not-found'
    return (
      <Trouble
        level={2}
        title={lost ? t('start.lost') : undefined}
        text={wording(refusal)}
        onRetry={lost ? undefined : refetch}
      >
        <ButtonLink tone={lost ? 'red' : 'second'} to={paths.startOrder()}>
          {t('start.point')}
        </ButtonLink>
      </Trouble>
    )
  }
  if (!data) return <ResultsSkeleton />

  const shown = data.locations.filter((location) => fits(location, openOnly))
  const near = shown.filter((location) => !isFar(location))
  const far = shown.filter(isFar).slice(0, farShown)
  const beyond = data.locations.some(isFar)
  const place = data.place?.label ?? (search.point ? t('start.you') : '')
  // Only a page that reaches beyond what is near, or the last one, knows how many are near.
  const counted = beyond || !data.cursor
  const state = data.locations[0]?.address.state
  return (
    <>
      <p className={styles.count} role="status">
        {place
          ? t(counted ? 'start.near' : 'start.nearest', { count: near.length, place })
          : t('start.in', { count: data.total, place: search.city ?? state?.label ?? search.state ?? '' })}
      </p>
      {search.state && !search.city && <Cities state={search.state} />}
      {(near.length > 0 || !beyond) && (
        <ol className={styles.list}>
          {near.map((location) => (
            <GrillRow key={location.id} location={location} />
          ))}
          {data.cursor && !beyond && <MoreRows call={call} cursor={data.cursor} openOnly={openOnly} />}
        </ol>
      )}
      {far.length > 0 && (
        <section className={styles.far} aria-labelledby="far">
          <h2 id="far">{t('start.far')}</h2>
          <ol className={styles.list}>
            {far.map((location) => (
              <GrillRow key={location.id} location={location} level={3} />
            ))}
          </ol>
        </section>
      )}
      {shown.length === 0 && (
        <p className={styles.nothing}>{t(data.total > 0 ? 'start.none-open' : 'start.none')}</p>
      )}
    </>
  )
}

/** About 60 miles: further than anybody drives for lunch. */
const farMeters = 100_000
const farShown = 3

function isFar({ distanceMeters = 0 }: Location): boolean {
  return distanceMeters > farMeters
}

function fits(location: Location, openOnly: boolean): boolean {
  return !openOnly || location.opening.state === 'open'
}

interface MoreRowsProps {
  call: ListLocationsApiArg
  cursor: string
  openOnly: boolean
}

/** A button in the list's last place; pressed, it becomes the next page. */
function MoreRows({ call, cursor, openOnly }: MoreRowsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const { data, isFetching, isError } = useListLocationsQuery(
    { ...call, limit: pageSize, cursor },
    { skip: !asked },
  )
  if (!data || isError) {
    return (
      <li className={styles.more}>
        <Button tone="second" onClick={() => setAsked(true)} aria-disabled={isFetching || undefined}>
          {isFetching ? t('app.loading') : t('start.more')}
        </Button>
      </li>
    )
  }
  return (
    <>
      {data.locations
        .filter((location) => fits(location, openOnly))
        .map((location) => (
          <GrillRow key={location.id} location={location} />
        ))}
      {data.cursor && <MoreRows call={call} cursor={data.cursor} openOnly={openOnly} />}
    </>
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
