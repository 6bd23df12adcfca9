import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The claims on the deals page must match the brand's menu.
interface Dish {
  id: string
  price: Record<'usd' | 'cad', number>
  dayparts?: string[]
  groups?: string[]
}
const menu: {
  items: Dish[]
  dayparts: { id: string; days: number[]; from: string; to: string }[]
  modifierGroups: { id: string; included?: number; modifiers: { id: string }[] }[]
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../infra/seed/menu.json'), 'utf8'))
const dish = (id: string) => menu.items.find((item) => item.id === id)!

test('the lunch is served on weekdays from eleven to three', () => {
  const [lunch] = menu.dayparts.filter(({ id }) => dish('lunch-whistle').dayparts?.includes(id))
  expect(lunch).toMatchObject({ days: [1, 2, 3, 4, 5], from: '11:00', to: '15:00' })
})

test.each([
  ['lunch-whistle', 'little-deal'],
  ['big-deal-combo', 'the-big-deal'],
  ['original-combo', 'the-original-41'],
  ['pit-combo', 'pulled-pork-sandwich'],
  ['chicken-combo', 'crispy-chicken'],
])('%s costs less than %s, fries and a drink apart', (combo, burger) => {
  for (const currency of ['usd', 'cad'] as const) {
    const apart = [burger, 'pit-fries', 'fountain-drink'].reduce(
      (sum, id) => sum + dish(id).price[currency],
      0,
    )
    expect(dish(combo).price[currency]).toBeLessThan(apart)
  }
})

test('the first dip comes with the tenders', () => {
  const dips = menu.modifierGroups.filter(({ id }) => dish('tenders').groups?.includes(id))
  expect(dips.map(({ included }) => included)).toContain(1)
})
