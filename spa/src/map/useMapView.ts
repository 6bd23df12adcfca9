import { regions } from 'virtual:geography'
import { useMemo, useState } from 'react'
import { project } from './mercator'
import type { DrawnMapProps } from './pins'
import { type Bounds, centre, place, type Spot, type View, viewOf, wholePlate, zoom } from './view'

/** Extent of the mapped land. */
const land: Bounds = [
  Math.min(...regions.map(({ box }) => box[0])),
  Math.min(...regions.map(({ box }) => box[1])),
  Math.max(...regions.map(({ box }) => box[2])),
  Math.max(...regions.map(({ box }) => box[3])),
]

/** Map movements. */
export interface Moves {
  /** Zooms by a factor around the spot, else around the active location or the centre. */
  zoom: (by: number, at?: Spot) => void
  /** Moves by fractions of the view. */
  pan: (by: Spot) => void
  /** Centres the spot. */
  centre: (at: Spot) => void
  /** Fits all pins again. */
  reset: () => void
}

/** useMapView fits the view to the marks, or to a whole plate, until the guest moves it; new results are fitted again. */
export function useMapView(
  { marks, from, active, plate }: DrawnMapProps,
  aspect: number | undefined,
): { view?: View; isMoved: boolean; moves: Moves } {
  const fitted = useMemo(() => {
    if (!aspect) return
    if (plate) return wholePlate(plate, aspect)
    const spots = marks.map(({ at }) => at)
    const middle = from && project(from)
    if (middle) spots.push(middle)
    return spots.length ? viewOf(spots, aspect, middle) : undefined
  }, [marks, from, aspect, plate])
  const [moved, setMoved] = useState<{ of: View; view: View }>()
  const isMoved = moved !== undefined && moved.of === fitted
  // Two fingers send several moves per frame: each continues from the previous one.
  const moveTo = (to: (view: View) => View) =>
    fitted && setMoved((was) => ({ of: fitted, view: to(was?.of === fitted ? was.view : fitted) }))
  // The centre of a view stays inside.
  const bounds: Bounds = plate ? [0, 0, plate.width, plate.height] : land
  const at = marks.find((mark) => mark.id === active)?.at
  const moves: Moves = {
    zoom: (by, spot) =>
      moveTo((view) => {
        const to = at && !spot ? centre(view, place(view, at), bounds) : view
        return zoom(to, by, spot, plate && fitted?.width)
      }),
    pan: ({ left, top }) => moveTo((view) => centre(view, { left: left + 0.5, top: top + 0.5 }, bounds)),
    centre: (spot) => moveTo((view) => centre(view, spot, bounds)),
    reset: () => setMoved(undefined),
  }
  return { view: isMoved ? moved.view : fitted, isMoved, moves }
}
