import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { markets } from '../../../market/market'
import { distanceInWords, driveMeters, farMeters, formatDistance } from './distance'

const [us, , french] = markets

test.each([
  ['near', 1290, us, { number: '0.8', unit: 'miles' }],
  ['one', 1609, us, { number: '1.0', unit: 'miles' }],
  ['just under ten', 15_950, us, { number: '9.9', unit: 'miles' }],
  ['far', 160_000, us, { number: '99', unit: 'miles' }],
  ['in Québec', 1290, french, { number: '1,3', unit: 'kilomètre' }],
  ['a trip in Québec', 12_900, french, { number: '13', unit: 'kilomètres' }],
])('%s', (_, meters, market, want) => {
  expect(formatDistance(meters, market!)).toEqual(want)
})

test('inside a sentence', () => {
  expect(distanceInWords(100_300, us!)).toBe('62 miles')
  expect(distanceInWords(1290, french!)).toMatch(/^1,3\skilomètre$/)
})

test('the near limit equals the server’s', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../../shared/location/why.go'), 'utf8')
  const said = (name: string) =>
    Number(new RegExp(`^const ${name} = ([\\d_]+)$`, 'm').exec(source)?.[1]?.replaceAll('_', ''))
  expect([said('NearMeters'), said('driveMeters')]).toEqual([farMeters, driveMeters])
})
