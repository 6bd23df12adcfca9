import { expect, test } from 'vitest'
import { project, unitsPerMeter, unproject } from './mercator'

const world = 2 ** 20

test.each([
  ['where the equator meets Greenwich', { latitude: 0, longitude: 0 }, [world / 2, world / 2]],
  ['the western end of the world', { latitude: 0, longitude: -180 }, [0, world / 2]],
  ['the northern end of the map', { latitude: 85.051129, longitude: 0 }, [world / 2, 0]],
])('%s', (_, point, [x, y]) => {
  expect(project(point)[0]).toBeCloseTo(x!, 1)
  expect(project(point)[1]).toBeCloseTo(y!, 1)
  const back = unproject(project(point))
  expect(back.latitude).toBeCloseTo(point.latitude, 6)
  expect(back.longitude).toBeCloseTo(point.longitude, 6)
})

test('unitsPerMeter matches the projection', () => {
  const tulsa = { latitude: 36.15398, longitude: -95.99277 }
  const [, y] = project(tulsa)
  const [, north] = project({ ...tulsa, latitude: tulsa.latitude + 1 / 111.195 })
  expect(y - north).toBeCloseTo(1000 * unitsPerMeter(tulsa.latitude), 1)
})
