import { expect, test } from 'vitest'
import { project, travel, unitsPerMeter, unproject, world } from './mercator'

const tulsa = { latitude: 36.15398, longitude: -95.99277 }

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

test('a degree of latitude to the north is 111.2 km', () => {
  const there = travel(tulsa, 111_195, 0)
  expect(there.latitude).toBeCloseTo(tulsa.latitude + 1, 4)
  expect(there.longitude).toBeCloseTo(tulsa.longitude, 9)
})

test('to the east the meridians lie closer', () => {
  const there = travel(tulsa, 10_000, 90)
  expect(there.latitude).toBeCloseTo(tulsa.latitude, 2)
  expect(there.longitude - tulsa.longitude).toBeCloseTo(
    10_000 / (111_195 * Math.cos((36.15398 * Math.PI) / 180)),
    3,
  )
})

test('a kilometer on the map is as long as a kilometer', () => {
  const [x] = project(tulsa)
  const [far] = project(travel(tulsa, 1000, 90))
  expect(far - x).toBeCloseTo(1000 * unitsPerMeter(tulsa.latitude), 1)
})
