import type { Section } from '../../api/generated'

/** Layout of a section on the page. */
export type Layout = 'headliner' | 'tiles' | 'slab' | 'rows' | 'counter' | 'board'

const forStacks: Layout[] = ['rows', 'tiles', 'slab']
const forPlates: Layout[] = ['slab', 'counter', 'rows', 'board']

/**
 * Assigns a layout to each section so that no two neighbours look alike: the first has a headliner, each other one gets the suitable
 * layout that was used longest ago. Only the first dish of the whole menu can be the headliner.
 */
export function layoutSections(sections: readonly Section[], menu = sections): Layout[] {
  const headliner = menu[0]?.items[0]
  const lastUses = new Map<Layout, number>()
  return sections.map(({ items }, at) => {
    const stacks = items.filter((item) => item.stack).length
    const suited = stacks * 2 > items.length ? forStacks : forPlates
    const lastUsed = (layout: Layout) => lastUses.get(layout) ?? -1
    const layout =
      at === 0 && items[0] === headliner
        ? 'headliner'
        : suited.reduce((best, next) => (lastUsed(next) < lastUsed(best) ? next : best))
    lastUses.set(layout, at)
    return layout
  })
}

/** Grid without gaps: the number of columns, and how many of them the last dish spans. */
interface GridShape {
  columns: number
  last: number
}

/** Returns the first preferred width that fills all rows, else the one with the smallest gap; the last dish spans the rest. */
export function fillRows(dishes: number, preferred: readonly number[]): GridShape {
  const missing = (columns: number) => (columns - (dishes % columns)) % columns
  const columns = preferred.reduce((best, next) => (missing(next) < missing(best) ? next : best))
  return { columns, last: missing(columns) + 1 }
}
