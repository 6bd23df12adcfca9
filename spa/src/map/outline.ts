import { type GeoIdentityTransform, type GeoProjection, geoPath } from 'd3-geo'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { XY } from './mercator.ts'

export type Box = [west: number, north: number, east: number, south: number]

interface Outline {
  /** SVG path of relative steps in whole units. */
  path: string
  box: Box
}

/** Projects a shape to whole grid units; `at` maps the plane to the grid. Drops rings smaller than `minSize` in both dimensions. */
export function outline(
  shape: Feature | FeatureCollection | Geometry,
  plane: GeoProjection | GeoIdentityTransform,
  at: (x: number, y: number) => XY,
  minSize: number,
): Outline {
  const drawn: { points: XY[]; closed: boolean }[] = []
  const pen = {
    beginPath() {},
    arc() {},
    moveTo: (x: number, y: number) => void drawn.push({ points: [at(x, y)], closed: false }),
    lineTo: (x: number, y: number) => void drawn.at(-1)!.points.push(at(x, y)),
    closePath: () => {
      drawn.at(-1)!.closed = true
    },
  }
  geoPath(plane, pen)(shape)

  const box: Box = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  let path = ''
  for (const { points, closed } of drawn) {
    const shapeBox = boxOf(points)
    if (closed && shapeBox[2] - shapeBox[0] < minSize && shapeBox[3] - shapeBox[1] < minSize) continue
    for (const i of [0, 1] as const) box[i] = Math.min(box[i], shapeBox[i])
    for (const i of [2, 3] as const) box[i] = Math.max(box[i], shapeBox[i])
    path += trace(points) + (closed ? 'z' : '')
  }
  return { path, box }
}

function boxOf(points: readonly XY[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Encodes points as relative steps, which are shorter than absolute coordinates. */
function trace([first, ...rest]: readonly XY[]): string {
  let [x, y] = first!
  let steps = ''
  for (const [nextX, nextY] of rest) {
    if (nextX === x && nextY === y) continue
    const [dx, dy] = [nextX - x, nextY - y]
    steps += `${steps && dx >= 0 ? ' ' : ''}${dx}${dy < 0 ? '' : ' '}${dy}`
    ;[x, y] = [nextX, nextY]
  }
  return `M${first![0]} ${first![1]}l${steps || '0 0'}`
}
