import { expect, test } from 'vitest'
import { heightInInches, placeLayers, stackOf } from './stack'

const bigDeal = [
  { layer: 'heel', by: 'seeded' },
  { layer: 'wrap-bottom', by: 'lettuce' },
  { layer: 'patty' },
  { layer: 'cheese', by: 'american' },
  { layer: 'bacon', by: 'add-bacon' },
  { layer: 'crown', by: 'seeded' },
  { layer: 'wrap-top', by: 'lettuce' },
]
const names = (...chosen: string[]) => stackOf(bigDeal, chosen).map(({ layer }) => layer)

test('shows a layer only while its modifier is chosen', () => {
  expect(names('seeded', 'american')).toEqual(['heel', 'patty', 'cheese', 'crown'])
  expect(names('lettuce')).toEqual(['wrap-bottom', 'patty', 'wrap-top'])
})

test('shows a layer twice for quantity 2', () => {
  expect(names('seeded', 'add-bacon', 'add-bacon')).toEqual(['heel', 'patty', 'bacon', 'bacon', 'crown'])
})

test('a layer keeps its key when another one is added or removed', () => {
  const key = (layer: string, ...chosen: string[]) =>
    stackOf(bigDeal, chosen).find((l) => l.layer === layer)?.key
  expect(key('crown', 'seeded')).toBe(key('crown', 'seeded', 'american', 'add-bacon'))
  const keys = stackOf(bigDeal, ['seeded', 'add-bacon', 'add-bacon']).map((l) => l.key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('omits layers without a drawing', () => {
  expect(stackOf([{ layer: 'moon-cheese' }, { layer: 'patty' }], []).map((l) => l.layer)).toEqual(['patty'])
  expect(placeLayers(['heel', 'moon-cheese', 'crown']).map((l) => l.layer)).toEqual(['heel', 'crown'])
})

test('the height is in inches', () => {
  // 54 + 52 + 8 + 14 + 140 units of 62 to the inch
  expect(heightInInches(placeLayers(['heel', 'patty', 'cheese', 'pickles', 'crown']))).toBe(4.25)
  expect(heightInInches([])).toBe(0)
})
