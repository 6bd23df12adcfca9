import { regions } from 'virtual:geography'
import { useMemo, useState } from 'react'
import { project } from './mercator'
import type { MapProps } from './pins'
import { type Bounds, centre, place, type Spot, type View, viewOf, zoom } from './view'

/** The extent of our land: the middle of a view stays inside. */
const land: Bounds = [
  Math.min(...regions.map(({ box }) => box[0])),
  Math.min(...regions.map(({ box }) => box[1])),
  Math.max(...regions.map(({ box }) => box[2])),
  Math.max(...regions.map(({ box }) => box[3])),
]

/** What a guest can do with the map. */
export interface Moves {
  /** Nearer or farther by that much, around the spot, else around the active restaurant or the middle. */
  zoom: (by: number, at?: Spot) => void
  /** On by so many parts of the view. */
  pan: (by: Spot) => void
  /** That spot becomes the middle. */
  centre: (at: Spot) => void
  /** Everything again. */
  whole: () => void
}

/** Fitted to the pins, until the guest moves it; new results are fitted again. */
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
  // Two fingers send several moves between two paints: each goes on from the one before.
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
