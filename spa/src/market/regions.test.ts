import { expect, test } from 'vitest'
import { regionsOf } from './regions'

test.each([
  ['US', 'en-US', 56, ['AL', 'Alabama'], 'New Mexico'],
  ['CA', 'en-CA', 13, ['AB', 'Alberta'], 'Yukon'],
  ['CA', 'fr-CA', 13, ['AB', 'Alberta'], 'Île-du-Prince-Édouard'],
  ['US', 'fr-CA', 56, ['AL', 'Alabama'], 'Caroline du Nord'],
])('the regions of %s in %s are sorted by name', (country, lang, count, [code, name], another) => {
  const all = regionsOf(country, lang)
  expect(all).toHaveLength(count)
  expect(all[0]).toEqual({ code, name })
  expect(all.map((region) => region.name)).toContain(another)
  expect(all.map((region) => region.name)).not.toContain('')
})

test('other countries have no list', () => {
  expect(regionsOf('BR', 'pt-BR')).toEqual([])
})
