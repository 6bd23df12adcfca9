/** A place on the earth, WGS 84 degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** A place on the map: the whole world is a square of `world` units, y grows to the south. */
export type XY = readonly [x: number, y: number]

/** About 38 m a unit on the equator, 27 m at 45 degrees: finer than the outlines are. */
const world = 2 ** 20

const meanRadius = 6_371_008.8
const radians = Math.PI / 180

/** Mercator's projection, the one that street maps use too. */
export function project({ latitude, longitude }: Point): XY {
  const y = Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2))
  return [((longitude + 180) / 360) * world, (0.5 - y / (2 * Math.PI)) * world]
}

/** The point of a place on the map. */
export function unproject([x, y]: XY): Point {
  const angle = 2 * Math.atan(Math.exp((0.5 - y / world) * 2 * Math.PI))
  return { latitude: (angle - Math.PI / 2) / radians, longitude: (x / world) * 360 - 180 }
}

/** How many units of the map are a meter at that latitude. */
export function unitsPerMeter(latitude: number): number {
  return world / (2 * Math.PI * meanRadius * Math.cos(latitude * radians))
}
