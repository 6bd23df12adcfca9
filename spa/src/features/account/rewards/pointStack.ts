import type { PlacedLayer } from '../../../food/stack'
import { placeLayers } from '../../../food/stack'

/** Layers between the buns, bottom to top; a higher stack repeats them. */
const fillings = ['patty', 'cheese', 'tomato', 'lettuce', 'patty-2', 'cheese-2', 'onions', 'pickles', 'bacon']

/** Maximum number of layers between the buns. */
const tallest = 10

const steps = [5, 10, 20, 25, 50, 100, 200, 250, 500]

/** Returns how many points a layer is, so that this many points fit in a stack. */
export function pointsOfLayer(points: number): number {
  return steps.find((step) => points / step <= tallest) ?? Math.ceil(points / tallest / 1000) * 1000
}

interface PointStack {
  layers: PlacedLayer[]
  /** Keys of the layers that the points do not pay for. */
  missing: ReadonlySet<string>
}

/** Returns a burger as high as a price in points; layers that the points do not pay for are missing, and with any of them the crown. */
export function stackOfPrice(price: number, points: number, step: number): PointStack {
  const count = Math.max(1, Math.ceil(price / step))
  const filled = points >= price ? count : Math.min(count - 1, Math.floor(points / step))
  const between = Array.from({ length: count }, (_, row) => fillings[row % fillings.length] ?? '')
  const layers = placeLayers(['heel', ...between, 'crown'])
  const isMissing = (row: number) => (row > count ? points < price : row > filled)
  return { layers, missing: new Set(layers.filter((_, row) => isMissing(row)).map(({ key }) => key)) }
}
