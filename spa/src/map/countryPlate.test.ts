import canada from 'virtual:geography/plate-CA'
import usa from 'virtual:geography/plate-US'
import { expect, test } from 'vitest'

test.each([
  ['the United States', usa, 51],
  ['Canada', canada, 13],
])('%s: every region has its outline and, on the plate, its number; the file is small', (_, plate, count) => {
  expect(plate.regions).toHaveLength(count)
  for (const { path, at, beside } of plate.regions) {
    expect(path).toMatch(/^M[-\d l]+z/)
    const [x, y] = beside ?? at
    expect(x > 0 && x < plate.width && y > 0 && y < plate.height).toBe(true)
  }
  expect(JSON.stringify(plate).length).toBeLessThan(45_000)
})

test('regions lie as on the earth, and a phone shows numbers in the large ones', () => {
  const region = (code: string) => usa.regions.find((region) => region.code === code)!
  expect(region('TX').at[1]).toBeGreaterThan(region('OK').at[1])
  expect(region('TX').at[0]).toBeGreaterThan(region('NM').at[0])
  expect(['TX', 'IN', 'CT'].filter((code) => region(code).isLarge)).toEqual(['TX'])
})
