/** The dietary tags that a guest may ask for. */
export const diets = ['vegetarian', 'gluten-friendly'] as const
export type Diet = (typeof diets)[number]

/** The nine major allergens. */
export const allergens = [
  'milk',
  'egg',
  'fish',
  'shellfish',
  'tree-nuts',
  'peanuts',
  'wheat',
  'soy',
  'sesame',
] as const
export type Allergen = (typeof allergens)[number]

/** What the guest asked for; it lives in the address, so that Back restores it. */
export interface Filters {
  diets: readonly Diet[]
  without: readonly Allergen[]
}

export function readFilters(query: URLSearchParams): Filters {
  const list = (name: string) => (query.get(name) ?? '').split(',')
  return {
    diets: diets.filter((diet) => list('diet').includes(diet)),
    without: allergens.filter((allergen) => list('without').includes(allergen)),
  }
}

/** The query with the filters in it; the rest of the query stays. */
export function writeFilters(query: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, list] of [
    ['diet', filters.diets],
    ['without', filters.without],
  ] as const) {
    if (list.length) next.set(name, list.join(','))
    else next.delete(name)
  }
  return next
}

export function isFiltered({ diets, without }: Filters): boolean {
  return diets.length + without.length > 0
}

/** What a dish is marked with, and what its recipe contains. */
interface Marked {
  tags: readonly string[]
  allergens: readonly string[]
}

/** Whether a dish is what the guest asked for. */
export function matchesFilters({ tags, allergens }: Marked, filters: Filters): boolean {
  return (
    filters.diets.every((diet) => tags.includes(diet)) &&
    !filters.without.some((allergen) => allergens.includes(allergen))
  )
}

export function toggled<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((v) => v !== value) : [...list, value]
}
