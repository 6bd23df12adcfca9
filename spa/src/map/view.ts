import { type Point, unitsPerMeter, unproject, type XY } from './mercator'
import type { Size } from './useElementSize'

/** The visible part of the map, in map units. */
export interface View {
  x: number
  y: number
  width: number
  height: number
}

/** Fractions of the view's width and height from the left and the top: 0 to 1. */
export interface Spot {
  left: number
  top: number
}

export type Bounds = readonly [west: number, north: number, east: number, south: number]

const middle: Spot = { left: 0.5, top: 0.5 }

/** Units, about 40 km in Oklahoma: closest fit, because closer views lack outlines and towns. */
const minFittedWidth = 1300
/** Units, about 3 km: closest zoom, for dense pins. */
const minWidth = 100
/** Units, a third of the world. */
const maxWidth = 350_000

/** Margin of a fitted view on each side, because pins have a height. */
const margin = 0.14

/** Returns the smallest view with this aspect ratio (width by height) that contains all spots. `around`, if given, is its centre. */
export function viewOf(spots: readonly XY[], aspect: number, around?: XY): View {
  const [west, east] = span(
    spots.map(([x]) => x),
    around?.[0],
  )
  const [north, south] = span(
    spots.map(([, y]) => y),
    around?.[1],
  )
  const width = Math.max(east - west, (south - north) * aspect) / (1 - 2 * margin)
  return centred([(west + east) / 2, (north + south) / 2], clamp(width, minFittedWidth, maxWidth), aspect)
}

/** Returns the smallest view with this aspect ratio that contains a whole plate, which stands on its lower edge. */
export function wholePlate(plate: Size, aspect: number): View {
  const width = Math.max(plate.width, plate.height * aspect)
  const height = width / aspect
  return { x: (plate.width - width) / 2, y: plate.height - height, width, height }
}

/** Returns minimum and maximum, symmetric around the centre if given. */
function span(values: readonly number[], centre?: number): [number, number] {
  if (centre === undefined) return [Math.min(...values), Math.max(...values)]
  const reach = Math.max(...values.map((value) => Math.abs(value - centre)))
  return [centre - reach, centre + reach]
}

function centred([x, y]: XY, width: number, aspect: number): View {
  const height = width / aspect
  return { x: x - width / 2, y: y - height / 2, width, height }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/**
 * Zooms by a factor (2 is twice as close) while the spot keeps its position, as under the fingers or the mouse; out to `zoomLimit`
 * units.
 */
export function zoom(view: View, by: number, { left, top }: Spot = middle, zoomLimit = maxWidth): View {
  const width = clamp(view.width / by, minWidth, zoomLimit)
  const height = (width / view.width) * view.height
  return {
    x: view.x + left * (view.width - width),
    y: view.y + top * (view.height - height),
    width,
    height,
  }
}

/** Returns the view centred at the spot, within the bounds. */
export function centre(view: View, { left, top }: Spot, [west, north, east, south]: Bounds): View {
  const at: XY = [
    clamp(view.x + left * view.width, west, east),
    clamp(view.y + top * view.height, north, south),
  ]
  return centred(at, view.width, view.width / view.height)
}

/** Returns the point at the centre of the view. */
export function centreOf(view: View): Point {
  return unproject([view.x + view.width / 2, view.y + view.height / 2])
}

/** Returns the spot of a map position; outside of 0 to 1 if not visible. */
export function place(view: View, [x, y]: XY): Spot {
  return { left: (x - view.x) / view.width, top: (y - view.y) / view.height }
}

export function isVisible({ left, top }: Spot): boolean {
  return left >= 0 && left <= 1 && top >= 0 && top <= 1
}

export function intersects(view: View, [west, north, east, south]: Bounds): boolean {
  return west < view.x + view.width && east > view.x && north < view.y + view.height && south > view.y
}

/** Reports whether the bounds contain the whole view. */
export function contains([west, north, east, south]: Bounds, view: View): boolean {
  return west <= view.x && east >= view.x + view.width && north <= view.y && south >= view.y + view.height
}

/** Round distances. Larger ones would not be circles in Mercator's projection. */
const distances = [0.5, 1, 2, 5, 10, 25, 50, 100]

interface Ring {
  /** In the market's unit. */
  distance: number
  /** In map units. */
  radius: number
}

/** Returns up to three distance circles around a point, within the view's shorter side. `unit` is the market's unit in meters. */
export function distanceRings(from: Point, view: View, unit: number): Ring[] {
  const reach = (Math.min(view.width, view.height) / 2) * 0.96
  return distances
    .map((distance) => ({ distance, radius: distance * unit * unitsPerMeter(from.latitude) }))
    .filter(({ radius }) => radius <= reach && radius > reach / 8)
    .slice(-3)
}
