import { describe, expect, test } from 'vitest'
import { groupFixture as group, modifierFixture as option } from './fixtures'
import {
  allergensOf,
  caloriesOf,
  chosenIds,
  defaultSelection,
  fromChoices,
  fromKept,
  type Selection,
  toChoices,
  unitPrice,
  unmetGroups,
  withInside,
  withLayers,
  withQuantity,
} from './selection'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const one = { minSelects: 1, maxSelects: 1 }

const size = group(
  'size',
  [option('small', { quantity: 1 }), option('large', { price: usd(60), calories: 100 })],
  one,
)
const bun = group(
  'bun',
  [
    option('seeded', { quantity: 1, calories: 200 }),
    option('brioche', { price: usd(75), calories: 250, allergens: ['egg'] }),
  ],
  one,
)
const extras = group(
  'extras',
  [option('bacon', { price: usd(125), max: 2, calories: 110 }), option('egg', { price: usd(150) })],
  { maxSelects: 3 },
)
const drink = group('drink', [option('cola', { groups: [size] }), option('water')], one)
const groups = [bun, extras, drink]
const as = (selection: Selection) => unitPrice(usd(795), groups, selection).minor

describe('an item', () => {
  const start = defaultSelection(groups)

  test('starts with its defaults', () => {
    expect(chosenIds(start)).toEqual(['seeded'])
    expect(unmetGroups(groups, start)).toEqual(['drink'])
  })

  test('in a group of one, a choice replaces the other', () => {
    expect(chosenIds(withQuantity(start, bun, bun.modifiers[1]!, 1))).toEqual(['brioche'])
  })

  test('a default can be removed', () => {
    expect(chosenIds(withQuantity(start, bun, bun.modifiers[0]!, 0))).toEqual([])
    expect(unmetGroups(groups, withQuantity(start, bun, bun.modifiers[0]!, 0))).toEqual(['bun', 'drink'])
  })

  test('choosing adds nested groups with their defaults', () => {
    const withCola = withQuantity(start, drink, drink.modifiers[0]!, 1)
    expect(chosenIds(withCola)).toEqual(['seeded', 'cola', 'small'])
    expect(unmetGroups(groups, withCola)).toEqual([])
    const nothing = withInside(withCola, drink, drink.modifiers[0]!, { size: {} })
    expect(unmetGroups(groups, nothing)).toEqual(['drink/cola/size'])
  })
})

describe('the price', () => {
  test('sums choices of each unit and each level', () => {
    let now = defaultSelection(groups)
    expect(as(now)).toBe(795)
    now = withQuantity(now, bun, bun.modifiers[1]!, 1)
    expect(as(now)).toBe(870)
    now = withQuantity(now, extras, extras.modifiers[0]!, 2)
    expect(as(now)).toBe(1120)
    now = withQuantity(now, drink, drink.modifiers[0]!, 1)
    now = withInside(now, drink, drink.modifiers[0]!, withQuantity({}, size, size.modifiers[1]!, 1))
    expect(as(now)).toBe(1180)
  })

  test('the first included choices of the list are free, in any order of choosing', () => {
    const sauces = group(
      'sauces',
      [option('a', { price: usd(50), max: 2 }), option('b', { price: usd(80) })],
      { included: 2 },
    )
    const chosen = (a: number, b: number) =>
      withQuantity(withQuantity({}, sauces, sauces.modifiers[1]!, b), sauces, sauces.modifiers[0]!, a)
    expect(unitPrice(usd(0), [sauces], chosen(1, 1)).minor).toBe(0)
    expect(unitPrice(usd(0), [sauces], chosen(2, 1)).minor).toBe(80)
  })

  test('a nested choice counts once per outer unit', () => {
    const shakes = group('shakes', [option('shake', { price: usd(300), max: 4, groups: [size] })])
    const two = withQuantity({}, shakes, shakes.modifiers[0]!, 2)
    const large = withInside(two, shakes, shakes.modifiers[0]!, withQuantity({}, size, size.modifiers[1]!, 1))
    expect(unitPrice(usd(0), [shakes], large).minor).toBe(720)
  })

  test('a choice may be cheaper', () => {
    const cheaper = group('bread', [option('none', { price: usd(-50) })])
    expect(unitPrice(usd(795), [cheaper], withQuantity({}, cheaper, cheaper.modifiers[0]!, 1)).minor).toBe(
      745,
    )
  })
})

test('calories follow the choices, a range does not', () => {
  const brioche = withQuantity(defaultSelection(groups), bun, bun.modifiers[1]!, 1)
  const more = withQuantity(brioche, extras, extras.modifiers[0]!, 2)
  expect(caloriesOf({ min: 1000, max: 1000 }, groups, more)).toEqual({ min: 1270, max: 1270 })
  expect(caloriesOf({ min: 0, max: 310 }, groups, more)).toEqual({ min: 0, max: 310 })
})

test('allergens are those of all choices', () => {
  expect(allergensOf(['wheat'], groups, defaultSelection(groups))).toEqual(['wheat'])
  expect(allergensOf(['wheat'], groups, withQuantity({}, bun, bun.modifiers[1]!, 1))).toEqual([
    'wheat',
    'egg',
  ])
})

test('choices survive a round trip to the cart', () => {
  let now = withQuantity(defaultSelection(groups), extras, extras.modifiers[0]!, 2)
  now = withQuantity(now, drink, drink.modifiers[0]!, 1)
  const choices = toChoices(groups, now)
  expect(choices).toEqual([
    { group: 'bun', modifier: 'seeded', quantity: 1 },
    { group: 'extras', modifier: 'bacon', quantity: 2 },
    {
      group: 'drink',
      modifier: 'cola',
      quantity: 1,
      choices: [{ group: 'size', modifier: 'small', quantity: 1 }],
    },
  ])
  expect(fromChoices(groups, choices)).toEqual(now)
})

test('a removed option is dropped', () => {
  expect(chosenIds(fromChoices(groups, [{ group: 'bun', modifier: 'rye', quantity: 1 }]))).toEqual([])
})

test('requested layers are added and others removed, where a choice controls them', () => {
  const garnish = group('garnish', [option('onion', { quantity: 1 }), option('pickle', { quantity: 1 })])
  const gone = option('peppers', { unavailable: { reason: 'sold-out' } })
  const all = [bun, garnish, group('more', [option('bacon'), option('egg'), gone], { maxSelects: 1 })]
  const stack = ['onion', 'pickle', 'bacon', 'egg', 'peppers'].map((by) => ({ layer: `${by}s`, by }))
  const asked = { with: ['bacons', 'eggs', 'pepperss'], without: ['onions', 'patties'] }
  expect(chosenIds(withLayers(all, stack, asked))).toEqual(['seeded', 'pickle', 'bacon'])
  expect(withLayers(all, stack, {})).toEqual(defaultSelection(all))
})

test('a kept selection omits options that the menu lacks, and names the unavailable ones', () => {
  const modifier = (id: string, more: object = {}) => ({ id, label: id, ...more })
  const groups = [
    {
      id: 'extras',
      modifiers: [
        modifier('Bacon', { unavailable: { reason: 'sold-out' } }),
        modifier('Cheese', { groups: [{ id: 'kind', modifiers: [modifier('Swiss')] }] }),
      ],
    },
  ] as unknown as Parameters<typeof fromKept>[0]
  const pick = (modifier: string, group = 'extras') => ({ group, modifier, quantity: 1 })
  const cheese = { ...pick('Cheese'), choices: [pick('Swiss', 'kind'), pick('Brie', 'kind')] }
  expect(fromKept(groups, [pick('Bacon'), cheese, pick('Truffle')])).toEqual({
    selection: {
      extras: { Cheese: { quantity: 1, inside: { kind: { Swiss: { quantity: 1, inside: {} } } } } },
    },
    away: ['Bacon'],
    gone: 2,
  })
})
