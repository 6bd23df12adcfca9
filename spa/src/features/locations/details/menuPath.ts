import type { Location } from '../../../api/generated'
import { everyday } from '../../../market/categories'
import { handoffsOf } from '../../../market/handoff'
import type { Paths } from '../../../market/paths'

/** Returns the path of a location's menu: the order menu, or the board with its prices if it takes no online orders. */
export function menuPathOf({ slug, handoffs }: Pick<Location, 'slug' | 'handoffs'>, paths: Paths): string {
  const [way] = handoffsOf(handoffs.map(({ id }) => id))
  return way ? paths.menu(slug, everyday, way) : `${paths.page('menuPage')}?at=${encodeURIComponent(slug)}`
}
