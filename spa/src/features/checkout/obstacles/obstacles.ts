import type { ApiError, Finding } from '../../../api/errors'
import type { Basket, Change } from '../../../api/generated'

/** What prevents a basket from being ordered, grouped by the action that resolves it. */
export interface Obstacles {
  /** Choose another time. */
  time: Finding[]
  /** Change the cart. */
  cart: Finding[]
  /** Review and accept the changes. */
  changes: Change[]
}

const timeCodes = new Set([
  'timeslot-full',
  'timeslot-unavailable',
  'timeslot-missing',
  'timeslot-too-soon',
  'timeslot-passed',
  'closed-meanwhile',
  'hold-ended',
  'location-closed',
])

/** Error codes about the card, the connection or the form, not about the basket's contents. */
const shownElsewhere = new Set([
  'invalid',
  'basket-changed',
  'basket-closed',
  'basket-not-found',
  'price-changed',
  'idempotency-key-reused',
  'idempotency-key-missing',
  'too-many-attempts',
  'too-many-holds',
  'version-missing',
])

/** Returns the obstacles that the basket lists and those of a rejected placement. */
export function obstaclesOf(basket: Basket, refusal?: ApiError): Obstacles {
  const found = new Map<string, Finding>()
  // Findings of the rejection take precedence: they explain why there is no order. The basket only has the state after it.
  for (const finding of [...findingsOf(refusal), ...basket.problems]) {
    found.set(`${finding.code} ${finding.pointer ?? ''}`, finding as Finding)
  }
  // A change in a line is reported once, as the change that the guest can accept.
  const changed = new Set(basket.changes.map(({ lineId }) => `/lines/${lineId}`))
  const all = [...found.values()].filter(({ pointer }) => !changed.has(pointer ?? ''))
  return {
    time: all.filter((f) => timeCodes.has(f.code)),
    cart: all.filter((f) => !timeCodes.has(f.code)),
    changes: basket.changes,
  }
}

export function hasObstacles({ time, cart, changes }: Obstacles): boolean {
  return time.length + cart.length + changes.length > 0
}

function findingsOf(refusal?: ApiError): Finding[] {
  const problem = refusal?.problem
  if (!problem || shownElsewhere.has(problem.code) || problem.code.startsWith('payment-')) return []
  return problem.problems?.length
    ? problem.problems
    : [{ code: problem.code, message: problem.message, params: problem.params }]
}
