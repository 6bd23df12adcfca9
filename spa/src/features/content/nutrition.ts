import type { BrandMenu, Dish } from '../../api/generated'
import { type Filters, matchesFilters } from '../../food/diet'

/** A dish with its position on the menu. */
interface Row {
  dish: Dish
  section: string
}

export const sortOrders = ['menu', 'name', 'lightest', 'heaviest'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Reads the sort order from the URL; defaults to menu order. */
export function readSortOrder(query: URLSearchParams): SortOrder {
  return sortOrders.find((order) => order === query.get('sort')) ?? 'menu'
}

/** Returns each dish once, in menu order. */
export function nutritionRows(menus: readonly BrandMenu[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { sections } of menus)
    for (const { label, dishes } of sections)
      for (const dish of dishes) if (!rows.has(dish.id)) rows.set(dish.id, { dish, section: label })
  return [...rows.values()]
}

/** Returns the matching rows, sorted. Dishes without calories come last in both directions. */
export function filterAndSort(rows: readonly Row[], filters: Filters, order: SortOrder, lang: string): Row[] {
  const shown = rows.filter(({ dish }) => matchesFilters(dish, filters))
  const names = new Intl.Collator(lang, { numeric: true })
  if (order === 'name') return shown.sort((a, b) => names.compare(a.dish.label, b.dish.label))
  if (order === 'lightest') return shown.sort(by(({ dish }) => dish.calories?.min))
  if (order === 'heaviest') return shown.sort(by(({ dish }) => dish.calories && -dish.calories.max))
  return shown
}

const by = (value: (row: Row) => number | undefined) => (a: Row, b: Row) =>
  (value(a) ?? Number.POSITIVE_INFINITY) - (value(b) ?? Number.POSITIVE_INFINITY) || 0
