import { type Point, project, unitsPerMeter, unproject, type XY } from './mercator'

/** The part of the map that is on screen, in its units. */
export interface View {
  x: number
  y: number
  width: number
  height: number
}

/** A view is fitted to no less of the earth than this, in meters across: nearer by, there are no outlines and hardly a town. */
const least = 40_000
/** The guest may go as near as this, where pins stand close. */
const narrowest = 3_000
/** Nor more than this, in units: a third of the world. */
const widest = 350_000

/** What is left free on every side of what a view is fitted to, as a part of it: pins are taller than a point. */
const margin = 0.14

/** The smallest view of that shape (width by height) that shows all of the points. `around` stays in its middle when given. */
export function viewOf(points: readonly Point[], aspect: number, around?: Point): View {
  const all = points.map(project)
  const middle = around && project(around)
  const xs = all.map(([x]) => x)
  const ys = all.map(([, y]) => y)
  const [west, east] = span(xs, middle?.[0])
  const [north, south] = span(ys, middle?.[1])
  const latitude = (around ?? points[0])?.latitude ?? 0
  const width = Math.max(
    (east - west) / (1 - 2 * margin),
    ((south - north) / (1 - 2 * margin)) * aspect,
    least * unitsPerMeter(latitude),
  )
  return centred([(west + east) / 2, (north + south) / 2], Math.min(width, widest), aspect)
}

/** From the least to the greatest, made even on both sides of the middle. */
function span(values: readonly number[], middle?: number): [number, number] {
  if (middle === undefined) return [Math.min(...values), Math.max(...values)]
  const reach = Math.max(...values.map((value) => Math.abs(value - middle)))
  return [middle - reach, middle + reach]
}

function centred([x, y]: XY, width: number, aspect: number): View {
  const height = width / aspect
  return { x: x - width / 2, y: y - height / 2, width, height }
}

/** Twice as near for 2, half as near for 0.5. The point (else the middle) becomes the middle of the view. */
export function zoom(view: View, by: number, to?: Point): View {
  const middle = to ? project(to) : middleOf(view)
  return centred(middle, widthBy(view, by, to?.latitude), view.width / view.height)
}

/** Nearer or farther by that much, while what stands at the spot stays there: under two fingers, under the mouse. */
export function zoomAt(view: View, by: number, { left, top }: Spot): View {
  const width = widthBy(view, by)
  const height = (width / view.width) * view.height
  return {
    x: view.x + left * (view.width - width),
    y: view.y + top * (view.height - height),
    width,
    height,
  }
}

/** The view that lies so many parts of its width to the right and of its height below, its middle not beyond the bounds. */
export function pan(view: View, { left, top }: Spot, [west, north, east, south]: Bounds): View {
  const [x, y] = middleOf(view)
  const within = (at: number, from: number, to: number) => Math.min(to, Math.max(from, at))
  return centred(
    [within(x + left * view.width, west, east), within(y + top * view.height, north, south)],
    view.width,
    view.width / view.height,
  )
}

function widthBy(view: View, by: number, latitude = 40): number {
  return Math.min(widest, Math.max(narrowest * unitsPerMeter(latitude), view.width / by))
}

/** The place in the middle of the view. */
export function centreOf(view: View): Point {
  return unproject(middleOf(view))
}

function middleOf(view: View): XY {
  return [view.x + view.width / 2, view.y + view.height / 2]
}

/** Parts of the view's width and height. */
export interface Spot {
  left: number
  top: number
}

export type Bounds = readonly [west: number, north: number, east: number, south: number]

/** Where a point stands on the view: 0 to 1 from the left and from the top; beyond when it is out of sight. */
export function place(view: View, [x, y]: XY): Spot {
  return { left: (x - view.x) / view.width, top: (y - view.y) / view.height }
}

export function inSight(view: View, [x, y]: XY): boolean {
  return x >= view.x && y >= view.y && x <= view.x + view.width && y <= view.y + view.height
}

export function touches(view: View, [west, north, east, south]: Bounds): boolean {
  return west < view.x + view.width && east > view.x && north < view.y + view.height && south > view.y
}
