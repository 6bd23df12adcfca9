import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Remedy, Why } from '../../../api/generated'
import { elide } from '../../../i18n/elide'
import { readHandoff } from '../../../market/handoff'
import { useMarket } from '../../../market/useMarket'
import { Button } from '../../../ui/form/Button'
import { useTimeText } from '../../../ui/text/useTimeText'
import { distanceInWords } from '../list/distance'
import { useSearchPaths, useSearchQuery } from '../searchQuery'
import styles from './NoResults.module.css'

interface NoResultsProps {
  why: Why
  /** Searched place; '' for a search by state or city, which is then in `within`. */
  near: string
  within: string
}

/** Explains why a search found nothing nearby, and offers remedies, the smallest change first. */
export function NoResults({ why: { reason, remedies }, near, within }: NoResultsProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  // This site never sends a filter expression, so the reason 'filter' does not apply to it.
  const cause = reason === 'filter' ? 'far' : reason
  return (
    <div className={styles.why} role="status">
      <p className={styles.reason}>
        {near
          ? elide(t(`start.why-${cause}`, { place: near }), lang)
          : t(`start.why-in-${cause}`, { place: within })}
      </p>
      {remedies.map((remedy) => (
        <RemedyOffer key={remedy.kind} remedy={remedy} />
      ))}
    </div>
  )
}

/** Returns the variant of the text that names the active filters: closer locations without them may exist. */
function searchKind(query: URLSearchParams) {
  const curbside = readHandoff(query) === 'curbside'
  if (query.has('open')) return curbside ? 'open-curbside' : 'open'
  return curbside ? 'curbside' : 'far'
}

interface RemedyOfferProps {
  remedy: Remedy
}

function RemedyOffer({ remedy: { kind, count = 0, store: location, at, distanceMeters } }: RemedyOfferProps) {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = useSearchPaths()
  const { query, change } = useSearchQuery()
  const { whenAt } = useTimeText(location?.timeZone ?? 'UTC')
  if (kind === 'filter') return null
  const nearest = location &&
    distanceMeters !== undefined && {
      distance: distanceInWords(distanceMeters, market),
      store: location.label,
      city: location.city,
    }
  if (kind === 'far')
    return (
      nearest && (
        <p>
          <Link to={paths.menu(location.slug)}>{t(`start.nearest-${searchKind(query)}`, nearest)}</Link>
        </p>
      )
    )
  const dropFilter = () =>
    change({
      ...(kind !== 'handoff' && { open: undefined }),
      ...(kind !== 'open' && { type: 'carryout' }),
    })
  return (
    <div className={styles.remedy}>
      <Button tone="second" onClick={dropFilter}>
        {count > 0 ? t(`start.without-${kind}`, { count }) : t(`start.without-${kind}-far`)}
      </Button>
      {nearest && <p>{t('start.nearest-then', nearest)}</p>}
      {location && at && (
        <p>
          {t(count > 0 ? 'start.first-opens' : 'start.nearest-opens', {
            store: location.label,
            time: whenAt(at),
          })}
        </p>
      )}
    </div>
  )
}
