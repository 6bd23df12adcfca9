import { memo, type ReactNode } from 'react'
import type { Location } from '../../api/generated'
import styles from './GrillList.module.css'
import { GrillRow } from './GrillRow'
import type { Pointing } from './usePointing'

interface GrillListProps {
  locations: readonly Location[]
  /** Shows the numbers of the map's pins. */
  numbered?: boolean
  level?: 2 | 3
  pointing?: Pointing
  /** What comes after the rows, as a last one. */
  children?: ReactNode
}

/** Restaurants under each other. */
export const GrillList = memo(function GrillList({
  locations,
  numbered,
  level,
  pointing,
  children,
}: GrillListProps) {
  return (
    <ol className={styles.list}>
      {locations.map((location, i) => (
        <GrillRow
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
