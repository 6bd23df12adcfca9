import { expect, test } from 'vitest'
import { distanceRings } from './distanceRings'
import { project, travel, world, type XY } from './mercator'
import { viewOf } from './view'

const mile = 1609.344
const tulsa = { latitude: 36.154, longitude: -95.993 }
const edmonton = { latitude: 53.546, longitude: -113.494 }

/** Meters between two points, by the haversine: another formula than the one that draws. */
function meters(a: typeof tulsa, b: typeof tulsa): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2 +
    Math.cos(a.latitude * rad) *
      Math.cos(b.latitude * rad) *
      Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h))
}

/** Back from the map to the earth. */
function unproject([x, y]: XY): typeof tulsa {
  const latitude = ((2 * Math.atan(Math.exp((0.5 - y / world) * 2 * Math.PI)) - Math.PI / 2) * 180) / Math.PI
  return { latitude, longitude: (x / world) * 360 - 180 }
}

const corners = (path: string) =>
  path
    .slice(1, -1)
    .split('L')
    .map((corner) => corner.split(' ').map(Number) as unknown as XY)

test.each([
  ['miles in Tulsa', tulsa, mile],
  ['kilometers in Edmonton', edmonton, 1000],
])('every point of a ring is as far as it says: %s', (_, from, unit) => {
  const view = viewOf([from, travel(from, 40_000, 45)], 1, from)
  const drawn = distanceRings(from, view, unit)
  expect(drawn.length).toBeGreaterThan(1)
  for (const { distance, path } of drawn)
    for (const corner of corners(path))
      expect(meters(from, unproject(corner)) / (distance * unit)).toBeCloseTo(1, 1.5)
})

test('a town shows steps that people think in, and none that leaves the map', () => {
  const view = viewOf([tulsa, travel(tulsa, 12 * mile, 0)], 1, tulsa)
  expect(distanceRings(tulsa, view, mile).map((ring) => ring.distance)).toEqual([5, 10])
  for (const { ends } of distanceRings(tulsa, view, mile))
    for (const [, y] of ends) {
      expect(y).toBeGreaterThan(view.y)
      expect(y).toBeLessThan(view.y + view.height)
    }
})

test('the label stands due north of the place, or due south', () => {
  const view = viewOf([tulsa], 1, tulsa)
  const [x, y] = project(tulsa)
  for (const { ends } of distanceRings(tulsa, view, mile)) {
    expect(ends[0][0]).toBeCloseTo(x, 6)
    expect(ends[0][1]).toBeLessThan(y)
    expect(ends[1][0]).toBeCloseTo(x, 6)
    expect(ends[1][1]).toBeGreaterThan(y)
  }
})
