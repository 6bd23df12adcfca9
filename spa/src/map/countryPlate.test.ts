import canada from 'virtual:geography/plate-CA'
import usa from 'virtual:geography/plate-US'
import { expect, test } from 'vitest'
import { numbersOf } from './CountryMap'

test('every state, the district and every province is on its plate', () => {
  expect(usa.regions).toHaveLength(51)
  expect(canada.regions).toHaveLength(13)
})

test.each([
  ['Texas lies south of Oklahoma, and east of New Mexico', usa, 'TX', 'OK', 'NM'],
  ['Ontario lies west of Québec', canada, 'QC', undefined, 'ON'],
])('%s', (_, plate, code, north, west) => {
  const at = (of: string) => plate.regions.find((region) => region.code === of)!.at
  if (north) expect(at(code)[1]).toBeGreaterThan(at(north)[1])
  expect(at(code)[0]).toBeGreaterThan(at(west)[0])
})

const ours = (...codes: string[]) =>
  new Map(codes.map((code) => [code, { code, label: code, count: 3, path: '/' }]))

test('a number stands in its state where there is room, else beside it at sea, else in the list alone', () => {
  const wide = numbersOf(usa, ours('TX', 'IN', 'CT'), 0.55)
  expect(wide.map(({ code, aside }) => [code, aside !== undefined])).toEqual([
    ['IN', false],
    ['TX', false],
    ['CT', true],
  ])
  const phone = numbersOf(usa, ours('TX', 'IN', 'CT'), 0.17)
  expect(phone.map(({ code }) => code)).toEqual(['TX'])
})

test('numbers at sea keep clear of each other', () => {
  const aside = usa.regions.flatMap((region) => (region.aside ? [region.aside] : []))
  expect(aside.length).toBeGreaterThan(5)
  for (const [i, [x, y]] of aside.entries())
    for (const [left, top] of aside.slice(i + 1)) expect(Math.hypot(x - left, y - top)).toBeGreaterThan(48)
})

test('a whole country is a small file', () => {
  for (const plate of [usa, canada]) expect(JSON.stringify(plate).length).toBeLessThan(45_000)
})
