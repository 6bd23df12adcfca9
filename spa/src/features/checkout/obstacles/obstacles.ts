import type { ApiError, Finding } from '../../../api/errors'
import type { Basket, Change } from '../../../api/generated'

/** What stands between a basket and an order, by what the guest does about it. */
export interface Obstacles {
  /** Choose another time. */
  time: Finding[]
  /** Change the cart. */
  cart: Finding[]
  /** Look at what changed, and accept it. */
  changes: Change[]
}

const timely = new Set([
  'timeslot-full',
  'timeslot-unavailable',
  'timeslot-missing',
  'timeslot-too-soon',
  'timeslot-passed',
  'closed-meanwhile',
  'hold-ended',
  'location-closed',
])

/** Refusals that are about the card, the connection or the form, and not about what is in the basket. */
const apart = new Set([
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

/** The obstacles that the basket itself names, and those that a refused placing named. */
export function obstaclesOf(basket: Basket, refusal?: ApiError): Obstacles {
  const found = new Map<string, Finding>()
  // The refusal first: it is the reason why there is no order. The basket has only the state after it.
  for (const finding of [...findingsOf(refusal), ...basket.problems]) {
    found.set(`${finding.code} ${finding.pointer ?? ''}`, finding as Finding)
  }
  // What has gone from a line is said once, as the change that the guest can accept.
  const changed = new Set(basket.changes.map(({ lineId }) => `/lines/${lineId}`))
  const all = [...found.values()].filter(({ pointer }) => !changed.has(pointer ?? ''))
  return {
    time: all.filter((f) => timely.has(f.code)),
    cart: all.filter((f) => !timely.has(f.code)),
    changes: basket.changes,
  }
}

export function hasObstacles({ time, cart, changes }: Obstacles): boolean {
  return time.length + cart.length + changes.length > 0
}

function findingsOf(refusal?: ApiError): Finding[] {
  const problem = refusal?.problem
  if (!problem || apart.has(problem.code) || problem.code.startsWith('payment-')) return []
  return problem.problems?.length
    ? problem.problems
    : [{ code: problem.code, message: problem.message, params: problem.params }]
}
