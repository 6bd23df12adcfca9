import { expect, test } from 'vitest'
import type { Section } from '../../api/generated'
import { readFilters, toggled, writeFilters } from '../../food/diet'
import { textsOf } from '../../i18n/translations.plugin'
import { filterSections, filtersByRecipe } from './filterSections'

const sections = [
  {
    slug: 'sides',
    items: [
      { id: 'fries', tags: ['vegetarian', 'gluten-friendly'], allergens: [] },
      { id: 'rings', tags: ['vegetarian'], allergens: ['wheat', 'milk'] },
    ],
  },
  { slug: 'pit', items: [{ id: 'ribs', tags: ['gluten-friendly'], allergens: ['soy'] }] },
] as unknown as Section[]

const ids = (found: Section[]) => found.flatMap((s) => s.items.map((i) => i.id))

test.each([
  ['no filter', { diets: [], without: [] }, ['fries', 'rings', 'ribs']],
  ['a diet', { diets: ['vegetarian'], without: [] }, ['fries', 'rings']],
  ['two diets must both match', { diets: ['vegetarian', 'gluten-friendly'], without: [] }, ['fries']],
  ['an allergen', { diets: [], without: ['milk'] }, ['fries', 'ribs']],
  ['several allergens', { diets: ['vegetarian'], without: ['wheat', 'soy', 'milk', 'egg'] }, ['fries']],
] as const)('%s', (_, filters, want) => {
  expect(ids(filterSections(sections, filters))).toEqual(want)
})

test('an empty section is removed', () => {
  expect(filterSections(sections, { diets: ['vegetarian'], without: [] }).map((s) => s.slug)).toEqual([
    'sides',
  ])
})

test('the address keeps the filters and its other parameters', () => {
  const query = writeFilters(new URLSearchParams('type=carryout'), {
    diets: ['vegetarian'],
    without: ['milk', 'egg'],
  })
  expect(query.toString()).toBe('type=carryout&diet=vegetarian&without=milk%2Cegg')
  expect(readFilters(query)).toEqual({ diets: ['vegetarian'], without: ['milk', 'egg'] })
  expect(writeFilters(query, { diets: [], without: [] }).toString()).toBe('type=carryout')
})

test('an unknown filter in the address is ignored', () => {
  expect(readFilters(new URLSearchParams('diet=paleo&without=air'))).toEqual({ diets: [], without: [] })
})

test('a filter can be set and removed', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
})

test.each([
  [{ diets: [], without: [] }, false],
  [{ diets: ['vegetarian'], without: [] }, false],
  [{ diets: ['gluten-friendly'], without: [] }, true],
  [{ diets: [], without: ['milk'] }, true],
] as const)('%j depends on recipes: %s', (filters, want) => {
  expect(filtersByRecipe(filters)).toBe(want)
})

// In Canada « sans gluten » promises less than 20 parts per million, which a kitchen with shared fryers cannot guarantee.
test.each([textsOf('en'), textsOf('fr-ca')])('no dish is called gluten-free', (words) => {
  expect(words['app.tag-gluten-friendly']).not.toMatch(/gluten[- ]free|^sans gluten/i)
  for (const caveat of ['menu.caveat', 'item.kitchens'] as const) expect(words[caveat]).toContain('gluten')
})
