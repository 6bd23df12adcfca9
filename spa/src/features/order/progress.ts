import type { OrderStatus } from '../../api/generated'
import type { PlacedLayer } from '../../food/stack'

export type Status = OrderStatus['status']

/** Reports whether the order was placed; earlier statuses are attempts. */
export function isPlaced(status: Status): boolean {
  return status !== 'pending' && status !== 'authentication' && status !== 'not-paid'
}

/** A step of the tracker: four steps, or those reached before the order ended early. */
export interface TrackerStep {
  name: 'got' | 'fire' | 'ready' | 'done' | 'cancelled' | 'not-approved'
  state: 'done' | 'now' | 'next'
  /** UTC; time at which the step was reached. */
  at?: string
}

const statusesOf: Record<'got' | 'fire' | 'ready' | 'done', readonly Status[]> = {
  got: ['scheduled', 'accepted'],
  fire: ['in-preparation'],
  ready: ['ready'],
  done: ['completed'],
}
const names = ['got', 'fire', 'ready', 'done'] as const

export function trackerSteps({ status, steps }: OrderStatus): TrackerStep[] {
  const reachedAt = (statuses: readonly Status[]) =>
    steps.findLast((step) => (statuses as readonly string[]).includes(step.status))?.at
  const current = names.findIndex((name) => statusesOf[name].includes(status))
  if (status === 'cancelled' || status === 'not-approved') {
    const done = names
      .map((name) => ({ name, state: 'done' as const, at: reachedAt(statusesOf[name]) }))
      .filter((step) => step.at)
    return [...done, { name: status, state: 'now', at: reachedAt([status]) }]
  }
  if (current < 0) return []
  return names.map((name, n) => ({
    name,
    // All steps of a completed order are done.
    state: n < current || status === 'completed' ? 'done' : n === current ? 'now' : 'next',
    at: reachedAt(statusesOf[name]),
  }))
}

/** Returns the keys of layers not drawn yet: the burger gains layers with progress, the crown last. */
export function missingLayers(layers: readonly PlacedLayer[], status: Status): ReadonlySet<string> {
  const all = layers.length
  const layersPlaced: Record<Status, number> = {
    pending: 0,
    authentication: 0,
    'not-paid': 0,
    scheduled: 1,
    accepted: Math.min(all - 1, Math.ceil(all / 3)),
    'in-preparation': all - 1,
    ready: all,
    completed: all,
    cancelled: 0,
    'not-approved': 0,
  }
  return new Set(layers.slice(Math.max(layersPlaced[status], 0)).map(({ key }) => key))
}

/** A burger in layers, or the picture of a dish. */
type Drawing = { stack: readonly string[] } | { picture: string }

/** Returns the drawing for an order: its first burger, else its first dish, else the brand's own burger. */
export function drawingFor(lines: readonly { stack?: string[]; picture?: string }[]): Drawing {
  const stack = lines.find((line) => (line.stack?.length ?? 0) > 2)?.stack
  if (stack) return { stack }
  const picture = lines.find((line) => line.picture)?.picture
  if (picture) return { picture }
  return { stack: ['heel', 'lettuce', 'patty', 'cheese', 'patty-2', 'cheese-2', 'crown'] }
}

/** Time after the promised time before an order counts as late. Milliseconds. */
const lateAfter = 120_000

/** Reports whether the food is not ready although the promised time has passed. */
export function isLate({ status, promisedAt }: OrderStatus, now: Date): boolean {
  const isUnfinished = status === 'scheduled' || status === 'accepted' || status === 'in-preparation'
  return isUnfinished && now.getTime() > Date.parse(promisedAt) + lateAfter
}

/** An order promised later than this after its placement counts as scheduled ahead. Milliseconds. */
const aheadAfter = 3_600_000

/** Reports whether the order is scheduled ahead and still pending. */
export function isAhead(placedAt: string, { status, promisedAt }: OrderStatus): boolean {
  const isPending = status === 'scheduled' || status === 'accepted'
  return isPending && Date.parse(promisedAt) - Date.parse(placedAt) > aheadAfter
}
