import type { ReactNode } from 'react'
import type { Location } from '../../api/generated'
import styles from './GrillList.module.css'
import { GrillRow } from './GrillRow'

interface GrillListProps {
  locations: readonly Location[]
  /** Shows the numbers of the map's pins. */
  numbered?: boolean
  level?: 2 | 3
  /** The restaurant that the guest points at, here or on the map. */
  active?: string
  onActive?: (id: string | undefined) => void
  /** What comes after the rows, as a last one. */
  children?: ReactNode
}

/** Restaurants under each other. */
export function GrillList({ locations, numbered, level, active, onActive, children }: GrillListProps) {
  return (
    <ol className={styles.list}>
      {locations.map((location, i) => (
        <GrillRow
          key={location.id}
          location={location}
          number={numbered ? i + 1 : undefined}
          level={level}
          active={location.id === active}
          onActive={onActive}
        />
      ))}
      {children}
    </ol>
  )
}
