import type { Finding } from '../../api/errors'
import type { Basket, Change } from '../../api/generated'

/** Where on the way to the order a problem is mended: the lines in the cart, time and tip on the summary. */
type Step = 'cart' | 'time' | 'tip'

export function stepOf({ pointer = '/' }: Finding): Step {
  if (pointer === '/timeslot') return 'time'
  return pointer === '/tip' ? 'tip' : 'cart'
}

/** The change that tells the same story as a problem of its line; accepting it mends both. */
const toldBy: Record<string, Change['kind']> = {
  'item-sold-out': 'sold-out',
  'item-not-served-now': 'not-served',
  'item-not-handed-over': 'not-handed-over',
  'item-not-found': 'removed',
  'modifier-sold-out': 'modifier-sold-out',
  'modifier-not-found': 'modifier-removed',
}

/** The problems of one place that no change of the list speaks of already. */
export function problemsOf({ problems, changes }: Pick<Basket, 'problems' | 'changes'>, place: Step) {
  return problems.filter(
    (problem) =>
      stepOf(problem) === place &&
      !changes.some(
        (change) => problem.pointer === `/lines/${change.lineId}` && toldBy[problem.code] === change.kind,
      ),
  )
}
