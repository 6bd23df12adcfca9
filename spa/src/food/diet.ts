/** Dietary tags that guests can filter by. */
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

/** Menu filters. They are kept in the URL, so that Back restores them. */
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

/** Returns the query with the filters set; other parameters are unchanged. */
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

/** Tags and allergens of a dish. */
interface Labelled {
  tags: readonly string[]
  allergens: readonly string[]
}

/** Reports whether a dish matches the filters. */
export function matchesFilters({ tags, allergens }: Labelled, filters: Filters): boolean {
  return (
    filters.diets.every((diet) => tags.includes(diet)) &&
    !filters.without.some((allergen) => allergens.includes(allergen))
  )
}

export function toggled<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((v) => v !== value) : [...list, value]
}
