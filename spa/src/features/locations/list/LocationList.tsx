import { memo, type ReactNode } from 'react'
import type { Location } from '../../../api/generated'
import styles from './LocationList.module.css'
import { LocationRow } from './LocationRow'
import type { Highlight } from './useHighlight'

interface LocationListProps {
  locations: readonly Location[]
  /** Shows the number of each location's map pin. */
  numbered?: boolean
  level?: 2 | 3
  pointing?: Highlight
  /** Content after the last row. */
  children?: ReactNode
}

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
