import { regions } from 'virtual:geography'
import { useMemo, useState } from 'react'
import { project } from './mercator'
import type { MapProps } from './pins'
import { type Bounds, centre, place, type Spot, type View, viewOf, zoom } from './view'

/** Extent of the mapped land: the centre of a view stays inside. */
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
  whole: () => void
}

/** useMapView fits the view to the pins until the guest moves it; new results are fitted again. */
export function useMapView(
  { pins, from, active }: MapProps,
  aspect: number | undefined,
): { view?: View; isMoved: boolean; moves: Moves } {
  const fitted = useMemo(() => {
    const points = pins.map((pin) => pin.point)
    if (from) points.push(from)
    return aspect && points.length ? viewOf(points, aspect, from) : undefined
  }, [pins, from, aspect])
  const [moved, setMoved] = useState<{ of: View; view: View }>()
  const isMoved = moved !== undefined && moved.of === fitted
  // Two fingers send several moves per frame: each continues from the previous one.
  const go = (to: (view: View) => View) =>
    fitted && setMoved((was) => ({ of: fitted, view: to(was?.of === fitted ? was.view : fitted) }))
  const point = pins.find((pin) => pin.id === active)?.point
  const moves: Moves = {
    zoom: (by, at) =>
      go((view) => {
        const to = point && !at ? centre(view, place(view, project(point)), land) : view
        return zoom(to, by, at)
      }),
    pan: ({ left, top }) => go((view) => centre(view, { left: left + 0.5, top: top + 0.5 }, land)),
    centre: (at) => go((view) => centre(view, at, land)),
    whole: () => setMoved(undefined),
  }
  return { view: isMoved ? moved.view : fitted, isMoved, moves }
}
