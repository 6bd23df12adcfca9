import { expect, test } from 'vitest'
import { type Point, project, unitsPerMeter, unproject } from './mercator'
import { centre, distanceRings, intersects, isVisible, place, viewOf as viewOfSpots, zoom } from './view'

const viewOf = (points: Point[], aspect: number, around?: Point) =>
  viewOfSpots(points.map(project), aspect, around && project(around))

const tulsa = { latitude: 36.154, longitude: -95.993 }
const austin = { latitude: 30.267, longitude: -97.743 }
const chicago = { latitude: 41.878, longitude: -87.63 }

test.each([0.6, 1, 1.7])('every point is visible with a margin on a map of aspect ratio %f', (aspect) => {
  const view = viewOf([tulsa, austin, chicago], aspect)
  expect(view.width / view.height).toBeCloseTo(aspect)
  for (const point of [tulsa, austin, chicago]) {
    const { left, top } = place(view, project(point))
    for (const part of [left, top]) {
      expect(part).toBeGreaterThanOrEqual(0.139)
      expect(part).toBeLessThanOrEqual(0.861)
    }
  }
})

test('the searched place is in the centre', () => {
  const view = viewOf([austin, chicago], 0.8, tulsa)
  const { left, top } = place(view, project(tulsa))
  expect([left, top]).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)])
  for (const point of [austin, chicago]) expect(isVisible(place(view, project(point)))).toBe(true)
})

test('a single restaurant is shown with the land around it', () => {
  expect(viewOf([tulsa], 1).width / unitsPerMeter(tulsa.latitude)).toBeCloseTo(40_000, -3)
})

test('the points under two fingers stay under them while zooming', () => {
  const view = viewOf([austin, chicago], 1.5)
  const spot = place(view, project(chicago))
  for (const by of [3, 0.7]) {
    const next = zoom(view, by, spot)
    expect(next.width).toBeCloseTo(view.width / by)
    expect(next.width / next.height).toBeCloseTo(1.5)
    expect(place(next, project(chicago))).toEqual({
      left: expect.closeTo(spot.left),
      top: expect.closeTo(spot.top),
    })
  }
})

test('the middle of the map does not go beyond the land', () => {
  const view = { x: 1000, y: 1000, width: 200, height: 100 }
  const bounds = [900, 900, 1300, 1075] as const
  expect(centre(view, { left: 1, top: 0.3 }, bounds)).toEqual({ ...view, x: 1100, y: 980 })
  expect(centre(view, { left: 9, top: 9 }, bounds)).toEqual({ ...view, x: 1200, y: 1025 })
  expect(centre(view, { left: -9, top: -9 }, bounds)).toEqual({ ...view, x: 800, y: 850 })
})

test('zooming in ends at three kilometers, out at a third of the world', () => {
  let view = viewOf([tulsa], 1)
  for (let i = 0; i < 20; i++) view = zoom(view, 2)
  expect(view.width / unitsPerMeter(tulsa.latitude)).toBeCloseTo(3000, -3)
  for (let i = 0; i < 20; i++) view = zoom(view, 0.5)
  expect(view.width).toBe(350_000)
})

test('a map loads only the regions that it shows', () => {
  const view = { x: 100, y: 100, width: 50, height: 50 }
  expect(intersects(view, [0, 0, 99, 200])).toBe(false)
  expect(intersects(view, [0, 0, 101, 101])).toBe(true)
  expect(intersects(view, [110, 110, 120, 120])).toBe(true)
  expect(intersects(view, [110, 151, 120, 160])).toBe(false)
})

test.each([
  ['miles', tulsa, 1609.344],
  ['kilometers', { latitude: 53.546, longitude: -113.494 }, 1000],
])('a ring has the radius of its label, in %s', (_, from, unit) => {
  const north = { ...from, latitude: from.latitude + (12 * unit) / 111_195 }
  const rings = distanceRings(from, viewOf([from, north], 1, from), unit)
  expect(rings.map(({ distance }) => distance)).toContain(10)
  const [, y] = project(from)
  for (const { distance, radius } of rings) {
    const end = unproject([project(from)[0], y - radius])
    expect(((end.latitude - from.latitude) * 111_195) / (distance * unit)).toBeCloseTo(1, 1.5)
  }
})
