import { type Point, project, unitsPerMeter, type XY } from './mercator'

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
  const middle = to ? project(to) : ([view.x + view.width / 2, view.y + view.height / 2] as const)
  const latitude = to?.latitude ?? 40
  const width = Math.min(widest, Math.max(narrowest * unitsPerMeter(latitude), view.width / by))
  return centred(middle, width, view.width / view.height)
}

/** Where a point stands on the view: 0 to 1 from the left and from the top; beyond when it is out of sight. */
export function place(view: View, [x, y]: XY): { left: number; top: number } {
  return { left: (x - view.x) / view.width, top: (y - view.y) / view.height }
}

export function inSight(view: View, [x, y]: XY): boolean {
  return x >= view.x && y >= view.y && x <= view.x + view.width && y <= view.y + view.height
}

export function touches(
  view: View,
  [west, north, east, south]: readonly [number, number, number, number],
): boolean {
  return west < view.x + view.width && east > view.x && north < view.y + view.height && south > view.y
}
