import { expect, test } from 'vitest'
import { project, unitsPerMeter } from './mercator'
import { inSight, pan, place, touches, viewOf, zoom, zoomAt } from './view'

const tulsa = { latitude: 36.154, longitude: -95.993 }
const austin = { latitude: 30.267, longitude: -97.743 }
const chicago = { latitude: 41.878, longitude: -87.63 }

test.each([0.6, 1, 1.7])(
  'every point is in sight, clear of the edges, on a map %f times as wide as high',
  (aspect) => {
    const view = viewOf([tulsa, austin, chicago], aspect)
    expect(view.width / view.height).toBeCloseTo(aspect)
    for (const point of [tulsa, austin, chicago]) {
      const { left, top } = place(view, project(point))
      for (const part of [left, top]) {
        expect(part).toBeGreaterThanOrEqual(0.139)
        expect(part).toBeLessThanOrEqual(0.861)
      }
    }
  },
)

test('the place that was searched stays in the middle', () => {
  const view = viewOf([austin, chicago], 0.8, tulsa)
  const { left, top } = place(view, project(tulsa))
  expect([left, top]).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)])
  expect(inSight(view, project(austin))).toBe(true)
  expect(inSight(view, project(chicago))).toBe(true)
})

test('one restaurant alone still shows the land around it', () => {
  const view = viewOf([tulsa], 1)
  expect(view.width / unitsPerMeter(tulsa.latitude)).toBeCloseTo(40_000, -1)
})

test('nearer and farther, around the middle or a restaurant, and back', () => {
  const view = viewOf([austin, chicago], 1)
  const near = zoom(view, 2)
  expect(near.width).toBeCloseTo(view.width / 2)
  expect(near.x + near.width / 2).toBeCloseTo(view.x + view.width / 2)
  expect(zoom(near, 0.5)).toEqual({
    x: expect.closeTo(view.x),
    y: expect.closeTo(view.y),
    width: expect.closeTo(view.width),
    height: expect.closeTo(view.height),
  })
  expect(place(zoom(view, 2, austin), project(austin))).toEqual({
    left: expect.closeTo(0.5),
    top: expect.closeTo(0.5),
  })
})

test('what is under two fingers stays under them, nearer and farther', () => {
  const view = viewOf([austin, chicago], 1.5)
  const spot = place(view, project(chicago))
  for (const by of [3, 0.7]) {
    const next = zoomAt(view, by, spot)
    expect(next.width).toBeCloseTo(view.width / by)
    expect(next.width / next.height).toBeCloseTo(1.5)
    expect(place(next, project(chicago))).toEqual({
      left: expect.closeTo(spot.left),
      top: expect.closeTo(spot.top),
    })
  }
})

test('the map goes on by parts of itself, and its middle not beyond the land', () => {
  const view = { x: 1000, y: 1000, width: 200, height: 100 }
  const bounds = [900, 900, 1300, 1075] as const
  expect(pan(view, { left: 0.5, top: -0.2 }, bounds)).toEqual({ ...view, x: 1100, y: 980 })
  expect(pan(view, { left: 9, top: 9 }, bounds)).toEqual({ ...view, x: 1200, y: 1025 })
  expect(pan(view, { left: -9, top: -9 }, bounds)).toEqual({ ...view, x: 800, y: 850 })
})

test('nearer ends at three kilometers, farther at a third of the world', () => {
  let view = viewOf([tulsa], 1)
  for (let i = 0; i < 20; i++) view = zoom(view, 2, tulsa)
  expect(view.width / unitsPerMeter(tulsa.latitude)).toBeCloseTo(3000, 0)
  for (let i = 0; i < 20; i++) view = zoom(view, 0.5, tulsa)
  expect(view.width).toBe(350_000)
})

test('only what the view touches is fetched', () => {
  const view = { x: 100, y: 100, width: 50, height: 50 }
  expect(touches(view, [0, 0, 99, 200])).toBe(false)
  expect(touches(view, [0, 0, 101, 101])).toBe(true)
  expect(touches(view, [110, 110, 120, 120])).toBe(true)
  expect(touches(view, [110, 151, 120, 160])).toBe(false)
})
