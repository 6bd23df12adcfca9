import { expect, test } from 'vitest'
import type { BrandMenu } from '../../api/generated'
import { filterAndSort, nutritionRows, readSortOrder } from './nutrition'

const dish = (
  id: string,
  label: string,
  calories?: [number, number],
  allergens: string[] = [],
  tags: string[] = [],
) => ({
  id,
  label,
  calories: calories && { min: calories[0], max: calories[1] },
  allergens,
  tags,
})
const menus = [
  {
    sections: [
      {
        label: 'Burgers',
        dishes: [dish('deal', 'The Deal', [1040, 1040], ['milk', 'wheat']), dish('ete', 'Été', [0, 310])],
      },
      {
        label: 'Sides',
        dishes: [dish('slaw', 'Slaw', [160, 160], ['egg'], ['vegetarian']), dish('rub', 'Rub')],
      },
    ],
  },
  {
    sections: [{ label: 'By the pan', dishes: [dish('slaw', 'Slaw', [160, 160], ['egg'], ['vegetarian'])] }],
  },
] as unknown as BrandMenu[]
const all = { diets: [], without: [] }
const ids = (rows: ReturnType<typeof nutritionRows>) => rows.map(({ dish }) => dish.id)

test('every dish is listed once, at its first place in the menu', () => {
  expect(nutritionRows(menus).map(({ dish, section }) => [dish.id, section])).toEqual([
    ['deal', 'Burgers'],
    ['ete', 'Burgers'],
    ['slaw', 'Sides'],
    ['rub', 'Sides'],
  ])
})

test.each([
  ['menu', ['deal', 'ete', 'slaw', 'rub']],
  ['name', ['ete', 'rub', 'slaw', 'deal']],
  ['lightest', ['ete', 'slaw', 'deal', 'rub']],
  ['heaviest', ['deal', 'ete', 'slaw', 'rub']],
] as const)('in the order of %s', (order, want) => {
  expect(ids(filterAndSort(nutritionRows(menus), all, order, 'fr-CA'))).toEqual(want)
})

test('avoided allergens filter in any sort order', () => {
  expect(
    ids(filterAndSort(nutritionRows(menus), { diets: [], without: ['egg', 'milk'] }, 'name', 'en-US')),
  ).toEqual(['ete', 'rub'])
  expect(
    ids(filterAndSort(nutritionRows(menus), { diets: ['vegetarian'], without: [] }, 'menu', 'en-US')),
  ).toEqual(['slaw'])
})

test('an unknown sort order is the menu’s', () => {
  expect(readSortOrder(new URLSearchParams('sort=price'))).toBe('menu')
  expect(readSortOrder(new URLSearchParams('sort=lightest'))).toBe('lightest')
})
