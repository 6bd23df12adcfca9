import type { Section } from '../../api/generated'
import { type Filters, matchesFilters } from '../../food/diet'

/** What the guest avoids is left out by the recipe alone, not by the fryers that the dishes share: that is to be said. */
export function filtersByRecipe({ diets, without }: Filters): boolean {
  return without.length > 0 || diets.includes('gluten-friendly')
}

/** The sections with what fits; a section with nothing left leaves. */
export function filterSections(sections: readonly Section[], filters: Filters): Section[] {
  return sections
    .map((section) => ({ ...section, items: section.items.filter((item) => matchesFilters(item, filters)) }))
    .filter((section) => section.items.length > 0)
}
