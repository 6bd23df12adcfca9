import { regions } from 'virtual:geography'
import { useMemo, useState } from 'react'
import type { MapProps, Pin } from './pins'
import { type Bounds, pan, type Spot, type View, viewOf, zoom, zoomAt } from './view'

/** As far as there is land of ours: the middle of a view stays inside. */
const land: Bounds = regions.reduce<Bounds>(
  ([west, north, east, south], { box }) => [
    Math.min(west, box[0]),
    Math.min(north, box[1]),
    Math.max(east, box[2]),
    Math.max(south, box[3]),
  ],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
)

/** What a guest can do with the map. */
export interface Moves {
  /** Nearer or farther by that much, around the active restaurant, else the spot, else the middle. */
  zoom: (by: number, at?: Spot) => void
  /** On by so many parts of the view. */
  pan: (by: Spot) => void
  /** That spot becomes the middle. */
  centre: (at: Spot) => void
  /** Everything again. */
  whole: () => void
}

/** Fitted to what there is to show, until the guest moves it; new results are fitted anew. */
export function useAtlasView(
  pins: readonly Pin[],
  from: MapProps['from'],
  aspect: number | undefined,
  active?: string,
): { view?: View; isMoved: boolean; moves: Moves } {
  const fitted = useMemo(() => {
    const points = pins.map((pin) => pin.point)
    if (from) points.push(from)
    return aspect && points.length ? viewOf(points, aspect, from) : undefined
  }, [pins, from, aspect])
  const [moved, setMoved] = useState<{ of: View; view: View }>()
  const isMoved = moved !== undefined && moved.of === fitted
  const view = isMoved ? moved.view : fitted
  const moves = useMemo<Moves>(() => {
    // Two fingers tell several moves between two paints: each goes on from the one before.
    const go = (to: (view: View) => View) =>
      fitted && setMoved((was) => ({ of: fitted, view: to(was?.of === fitted ? was.view : fitted) }))
    const at = pins.find((pin) => pin.id === active)?.point
    return {
      zoom: (by, spot) => go((view) => (spot ? zoomAt(view, by, spot) : zoom(view, by, at))),
      pan: (by) => go((view) => pan(view, by, land)),
      centre: ({ left, top }) => go((view) => pan(view, { left: left - 0.5, top: top - 0.5 }, land)),
      whole: () => setMoved(undefined),
    }
  }, [fitted, pins, active])
  return { view, isMoved, moves }
}
