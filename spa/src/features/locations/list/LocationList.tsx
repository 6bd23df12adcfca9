import { memo, type ReactNode } from 'react'
import type { Location } from '../../../api/generated'
import styles from './LocationList.module.css'
import { LocationRow } from './LocationRow'
import type { Highlight } from './useHighlight'

interface LocationListProps {
  locations: readonly Location[]
  /** Shows the numbers of the map's pins. */
  numbered?: boolean
  level?: 2 | 3
  pointing?: Highlight
  /** What comes after the rows, as a last one. */
  children?: ReactNode
}

/** Restaurants under each other. */
export const LocationList = memo(function LocationList({
  locations,
  numbered,
  level,
  pointing,
  children,
}: LocationListProps) {
  return (
    <ol className={styles.list}>
      {locations.map((location, i) => (
        <LocationRow
          key={location.id}
          location={location}
          number={numbered ? i + 1 : undefined}
          level={level}
          pointing={pointing}
        />
      ))}
      {children}
    </ol>
  )
})
