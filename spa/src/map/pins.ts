import type { Point } from './mercator'

/** A location on the map. Its row in the list has the same information. */
export interface Pin {
  id: string
  /** Number in the list; pins without a number are dots. */
  number?: number
  label: string
  point: Point
}

export interface MapProps {
  /** Accessible name of the map. */
  label: string
  pins: readonly Pin[]
  /** Searched place, the centre of the distance rings. */
  from?: Point
  /** Id of the location with the highlighted row. */
  active?: string
  onActive?: (id: string | undefined) => void
  /** Called when a pin is pressed. */
  onPick?: (id: string) => void
  /** Called when the guest searches around the centre of the moved map. */
  onSearch?: (around: Point) => void
}
