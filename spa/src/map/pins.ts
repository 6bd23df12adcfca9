import type { Point } from './mercator'

/** A restaurant on the map. Its row in the list says the same and more. */
export interface Pin {
  id: string
  /** Its number in the list; a map without numbers shows dots. */
  number?: number
  label: string
  point: Point
}

export interface MapProps {
  /** What the map shows, in words. */
  label: string
  pins: readonly Pin[]
  /** The place that was searched: rings of distance stand around it. */
  from?: Point
  /** The restaurant whose row the guest is at. */
  active?: string
  onActive?: (id: string | undefined) => void
  /** A pin was pressed. */
  onPick?: (id: string) => void
  /** The guest has moved the map, and wants what is around its middle now. */
  onSearch?: (around: Point) => void
}
