/** A place on the earth, WGS 84 degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** A position on the map: the world is a square of `world` units, y grows to the south. */
export type XY = readonly [x: number, y: number]

/** One unit is about 38 m at the equator and 27 m at 45 degrees: finer than the outlines. */
const world = 2 ** 20

const meanRadius = 6_371_008.8
const radians = Math.PI / 180

/** Mercator projection, as used by street maps. */
export function project({ latitude, longitude }: Point): XY {
  const y = Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2))
  return [((longitude + 180) / 360) * world, (0.5 - y / (2 * Math.PI)) * world]
}

/** Inverse of project. */
export function unproject([x, y]: XY): Point {
  const angle = 2 * Math.atan(Math.exp((0.5 - y / world) * 2 * Math.PI))
  return { latitude: (angle - Math.PI / 2) / radians, longitude: (x / world) * 360 - 180 }
}

/** Returns the map units per meter at a latitude. */
export function unitsPerMeter(latitude: number): number {
  return world / (2 * Math.PI * meanRadius * Math.cos(latitude * radians))
}
