import { type Point, project, unitsPerMeter, unproject, type XY } from './mercator'

/** The part of the map that is on screen, in its units. */
export interface View {
  x: number
  y: number
  width: number
  height: number
}

/** Parts of the view's width and height: 0 to 1 from the left and from the top. */
export interface Spot {
  left: number
  top: number
}

export type Bounds = readonly [west: number, north: number, east: number, south: number]

const middle: Spot = { left: 0.5, top: 0.5 }

/** Units, about 40 km in Oklahoma: fitting goes no nearer, where there are no outlines and hardly a town. */
const leastFitted = 1300
/** Units, about 3 km: the guest may go as near as this, where pins stand close. */
const narrowest = 100
/** Units, a third of the world. */
const widest = 350_000

/** The part of a fitted view that stays free on every side: pins are taller than a point. */
const margin = 0.14

/** The smallest view of that shape (width by height) that shows all of the points. `around` stays in its middle when given. */
export function viewOf(points: readonly Point[], aspect: number, around?: Point): View {
  const all = points.map(project)
  const centre = around && project(around)
  const [west, east] = span(
    all.map(([x]) => x),
    centre?.[0],
  )
  const [north, south] = span(
    all.map(([, y]) => y),
    centre?.[1],
  )
  const width = Math.max(east - west, (south - north) * aspect) / (1 - 2 * margin)
  return centred([(west + east) / 2, (north + south) / 2], clamp(width, leastFitted, widest), aspect)
}

/** From the least to the greatest, made even on both sides of the middle. */
function span(values: readonly number[], centre?: number): [number, number] {
  if (centre === undefined) return [Math.min(...values), Math.max(...values)]
  const reach = Math.max(...values.map((value) => Math.abs(value - centre)))
  return [centre - reach, centre + reach]
}

function centred([x, y]: XY, width: number, aspect: number): View {
  const height = width / aspect
  return { x: x - width / 2, y: y - height / 2, width, height }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** Twice as near for 2, half as near for 0.5, while what stands at the spot stays there: under two fingers, under the mouse. */
export function zoom(view: View, by: number, { left, top }: Spot = middle): View {
  const width = clamp(view.width / by, narrowest, widest)
  const height = (width / view.width) * view.height
  return {
    x: view.x + left * (view.width - width),
    y: view.y + top * (view.height - height),
    width,
    height,
  }
}

/** The view whose middle is at the spot of this one, but not beyond the bounds. */
export function centre(view: View, { left, top }: Spot, [west, north, east, south]: Bounds): View {
  const at: XY = [
    clamp(view.x + left * view.width, west, east),
    clamp(view.y + top * view.height, north, south),
  ]
  return centred(at, view.width, view.width / view.height)
}

/** The place in the middle of the view. */
export function centreOf(view: View): Point {
  return unproject([view.x + view.width / 2, view.y + view.height / 2])
}

/** Where a place on the map stands on the view; beyond 0 and 1 when it is out of sight. */
export function place(view: View, [x, y]: XY): Spot {
  return { left: (x - view.x) / view.width, top: (y - view.y) / view.height }
}

export function inSight({ left, top }: Spot): boolean {
  return left >= 0 && left <= 1 && top >= 0 && top <= 1
}

export function touches(view: View, [west, north, east, south]: Bounds): boolean {
  return west < view.x + view.width && east > view.x && north < view.y + view.height && south > view.y
}

/** Distances that people think in. Farther ones would not be circles in Mercator's projection. */
const distances = [0.5, 1, 2, 5, 10, 25, 50, 100]

interface Ring {
  /** In the unit of the market. */
  distance: number
  /** In units of the map. */
  radius: number
}

/**
 * Circles of equal distance around a point: at most three, of which the greatest still lies inside the view's shorter side.
 * `unit` is its meters: of a mile, of a kilometer.
 */
export function distanceRings(from: Point, view: View, unit: number): Ring[] {
  const reach = (Math.min(view.width, view.height) / 2) * 0.96
  return distances
    .map((distance) => ({ distance, radius: distance * unit * unitsPerMeter(from.latitude) }))
    .filter(({ radius }) => radius <= reach && radius > reach / 8)
    .slice(-3)
}
