import type { Finding } from '../../api/errors'
import type { Basket, Change } from '../../api/generated'

/** Where a problem is resolved: lines in the cart, time and tip on the summary. */
type Step = 'cart' | 'time' | 'tip'

export function stepOf({ pointer = '/' }: Finding): Step {
  if (pointer === '/timeslot') return 'time'
  return pointer === '/tip' ? 'tip' : 'cart'
}

/** The change that covers the same issue as a problem of its line; accepting it resolves both. */
const coveringChange: Record<string, Change['kind']> = {
  'item-sold-out': 'sold-out',
  'item-not-served-now': 'not-served',
  'item-not-handed-over': 'not-handed-over',
  'item-not-found': 'removed',
  'modifier-sold-out': 'modifier-sold-out',
  'modifier-not-found': 'modifier-removed',
}

/** Returns the problems of one step that no listed change covers. */
export function problemsOf({ problems, changes }: Pick<Basket, 'problems' | 'changes'>, place: Step) {
  return problems.filter(
    (problem) =>
      stepOf(problem) === place &&
      !changes.some(
        (change) =>
          problem.pointer === `/lines/${change.lineId}` && coveringChange[problem.code] === change.kind,
      ),
  )
}
