import { type Point, project, travel, unitsPerMeter, type XY } from './mercator'
import type { View } from './view'

interface Ring {
  /** In the unit of the market. */
  distance: number
  /** An SVG path in units of the map. */
  path: string
  /** Its northernmost and its southernmost point: its label stands at one of them. */
  ends: readonly [XY, XY]
}

/** Distances that people think in. */
const steps = [0.5, 1, 2, 5, 10, 25, 50, 100, 250, 500]
const corners = 72

/**
 * Circles of equal distance around a point, true to the earth's roundness: at most three, of which the greatest still lies
 * inside the view's shorter side. `unit` is its meters: of a mile, of a kilometer.
 */
export function distanceRings(from: Point, view: View, unit: number): Ring[] {
  const reach = (Math.min(view.width, view.height) / 2) * 0.96
  const radius = (step: number) => step * unit * unitsPerMeter(from.latitude)
  const fitting = steps.filter((step) => radius(step) <= reach && radius(step) > reach / 8)
  return fitting.slice(-3).map((distance) => {
    const points = Array.from({ length: corners }, (_, i) =>
      project(travel(from, distance * unit, (i * 360) / corners)),
    )
    return {
      distance,
      path: `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`,
      ends: [points[0]!, points[corners / 2]!],
    }
  })
}
