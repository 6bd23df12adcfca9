import type { Section } from '../../api/generated'
import { type Filters, matchesFilters } from '../../food/diet'

/** Reports whether the filters depend on recipes. They ignore cross-contact in shared fryers, so the page shows a notice. */
export function filtersByRecipe({ diets, without }: Filters): boolean {
  return without.length > 0 || diets.includes('gluten-friendly')
}

/** Returns the sections with matching dishes; empty sections are dropped. */
export function filterSections(sections: readonly Section[], filters: Filters): Section[] {
  return sections
    .map((section) => ({ ...section, items: section.items.filter((item) => matchesFilters(item, filters)) }))
    .filter((section) => section.items.length > 0)
}
