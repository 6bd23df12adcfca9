import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '../../../api/generated'
import { LocationMap } from '../../../map/LocationMap'
import type { Point } from '../../../map/mercator'
import { useIsWide } from '../../../ui/layout/useIsWide'
import { useHydrated } from '../../../ui/loading/useHydrated'
import { useSearchQuery } from '../searchQuery'
import styles from './ListWithMap.module.css'
import type { Highlight } from './useHighlight'

interface ListWithMapProps {
  /** Accessible name of the map. */
  label: string
  locations: readonly Location[]
  /** Searched place. */
  from?: Point
  numbered?: boolean
  pointing: Highlight
  /** Searches around the centre of the map after the guest moved it. */
  onSearch?: (around: Point) => void
  /** The list. */
  children: ReactNode
}

/** ListWithMap renders a list with its map beside it, or above it on request on narrow screens. */
export function ListWithMap({
  label,
  locations,
  from,
  numbered,
  pointing,
  onSearch,
  children,
}: ListWithMapProps) {
  const { t } = useTranslation()
  const wide = useIsWide()
  const { query, change } = useSearchQuery()
  const mapRequested = useHydrated() && query.has('map')
  const pins = useMemo(
    () => locations.map((location, i) => ({ ...pinOf(location), number: numbered ? i + 1 : undefined })),
    [locations, numbered],
  )
  if (pins.length === 0) return <div>{children}</div>
  return (
    <div className={styles.sheet}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={mapRequested}
        onClick={() => change({ map: mapRequested ? undefined : '1' }, true)}
      >
        {t(mapRequested ? 'map.hide' : 'map.show')}
      </button>
      <div>{children}</div>
      <div className={styles.map} data-asked={mapRequested || undefined}>
        {(wide || mapRequested) && (
          <LocationMap
            label={label}
            pins={pins}
            from={from}
            active={pointing.active}
            onActive={pointing.onPoint}
            onPick={focusRow}
            onSearch={onSearch}
          />
        )}
      </div>
    </div>
  )
}

/** Element id of a location's row. */
export const rowId = (id: string) => `location-${id}`

/** Returns the map pin of a location. */
export function pinOf({ id, label, address: { latitude, longitude, state } }: Location) {
  return { id, label, point: { latitude, longitude }, state: state.code }
}

/** Focuses the row of a pin. */
export function focusRow(id: string) {
  const name = document.getElementById(rowId(id))
  name?.focus()
  name?.closest('li')?.scrollIntoView({ block: 'center' })
}
