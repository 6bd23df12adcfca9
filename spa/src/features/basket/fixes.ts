import type { Finding } from '../../api/errors'
import type { Basket, Change, Line } from '../../api/generated'

/** The least that a guest can do about a problem. */
export type Fix =
  | { kind: 'add-items' }
  | { kind: 'quantity'; line: Line; quantity: number }
  | { kind: 'remove'; line: Line }
  | { kind: 'edit'; line: Line }
  | { kind: 'time' }
  | { kind: 'tip' }
  | { kind: 'store' }
  | { kind: 'none' }

/** Where on the way to the order a problem is mended: the lines in the cart, time and tip on the summary. */
export type Place = 'cart' | 'time' | 'tip'

export function placeOf({ pointer = '/' }: Finding): Place {
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
export function problemsOf({ problems, changes }: Pick<Basket, 'problems' | 'changes'>, place: Place) {
  return problems.filter(
    (problem) =>
      placeOf(problem) === place &&
      !changes.some(
        (change) => problem.pointer === `/lines/${change.lineId}` && toldBy[problem.code] === change.kind,
      ),
  )
}

/** The cheapest way out of a problem. */
export function fixOf(problem: Finding, lines: readonly Line[]): Fix {
  const place = placeOf(problem)
  if (place !== 'cart') return { kind: place }
  switch (problem.code) {
    case 'amount-too-low':
    case 'basket-too-few-items':
    case 'basket-empty':
      return { kind: 'add-items' }
    case 'no-online-orders':
    case 'handoff-not-offered':
      return { kind: 'store' }
  }
  const line = lines.find(({ lineId }) => problem.pointer === `/lines/${lineId}`)
  return line ? fixOfLine(problem, line) : { kind: 'none' }
}

function fixOfLine({ code, params = {} }: Finding, line: Line): Fix {
  const count = (name: string) => Number(params[name] ?? 0)
  switch (code) {
    case 'item-minimum':
      return quantity(line, line.quantity + count('missing'))
    case 'quantity-too-high':
      return quantity(line, line.quantity - count('excess'))
    case 'quantity-increment':
      return quantity(line, stepped(line, count('increment')))
    case 'item-sold-out':
    case 'item-not-found':
    case 'item-not-handed-over':
      return { kind: 'remove', line }
    case 'item-not-served-now':
      return { kind: 'time' }
  }
  return { kind: 'edit', line }
}

/** A quantity that the line can have; one that it cannot means that the line leaves. */
function quantity(line: Line, to: number): Fix {
  return to >= 1 && to <= line.maximum ? { kind: 'quantity', line, quantity: to } : { kind: 'remove', line }
}

/** The next quantity up that is sold, or the last one down. */
function stepped({ quantity, maximum }: Line, increment: number): number {
  const up = Math.ceil(quantity / increment) * increment
  return up <= maximum ? up : Math.floor(maximum / increment) * increment
}
