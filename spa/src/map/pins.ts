import type { PlateRegion } from './countryPlate'
import type { Point, XY } from './mercator'
import type { Size } from './useElementSize'

/** A location on the map. Its row in the list has the same information. */
export interface Pin {
  id: string
  /** Number in the list; pins without a number are dots. */
  number?: number
  label: string
  point: Point
  /** Code of its state or province. */
  state?: string
}

/** A pin in the units of the drawn map. */
export interface Mark extends Omit<Pin, 'point'> {
  at: XY
  /** Address of its page: the pin is a link. */
  path?: string
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

export interface DrawnMapProps extends Omit<MapProps, 'pins'> {
  marks: readonly Mark[]
  /** The map shows this country as a whole instead of the land around its marks. */
  plate?: Size
  /** The regions of the plate, once loaded. */
  regions?: readonly PlateRegion[]
}
