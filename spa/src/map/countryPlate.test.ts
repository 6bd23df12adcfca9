import canada from 'virtual:geography/plate-CA'
import usa from 'virtual:geography/plate-US'
import { expect, test } from 'vitest'
import { plateSizes } from './plateSizes'

test.each([
  ['the United States', usa, plateSizes.US, 51],
  ['Canada', canada, plateSizes.CA, 13],
])(
  '%s: every region has its outline and its centre on the plate; the file is small',
  (_, regions, size, count) => {
    expect(regions).toHaveLength(count)
    for (const { path, at } of regions) {
      expect(path).toMatch(/^M[-\d l]+z/)
      expect(at[0] > 0 && at[0] < size.width && at[1] > 0 && at[1] < size.height).toBe(true)
    }
    expect(JSON.stringify(regions).length).toBeLessThan(45_000)
  },
)

test('regions have their geographic order', () => {
  const at = (code: string) => usa.find((region) => region.code === code)!.at
  expect(at('TX')[1]).toBeGreaterThan(at('OK')[1])
  expect(at('TX')[0]).toBeGreaterThan(at('NM')[0])
})
