import type { OrderStatus } from '../../api/generated'
import type { PlacedLayer } from '../../food/stack'

export type Status = OrderStatus['status']

/** Whether the order stands, or stood: what comes before is not an order yet. */
export function isPlaced(status: Status): boolean {
  return status !== 'pending' && status !== 'authentication' && status !== 'not-paid'
}

/** What the tracker shows of an order's way: four steps, or those that it came to before it ended otherwise. */
export interface TrackerStep {
  name: 'got' | 'fire' | 'ready' | 'done' | 'cancelled' | 'not-approved'
  state: 'done' | 'now' | 'next'
  /** UTC; when it was reached. */
  at?: string
}

const way: Record<'got' | 'fire' | 'ready' | 'done', readonly Status[]> = {
  got: ['scheduled', 'accepted'],
  fire: ['in-preparation'],
  ready: ['ready'],
  done: ['completed'],
}
const names = ['got', 'fire', 'ready', 'done'] as const

export function trackerSteps({ status, steps }: OrderStatus): TrackerStep[] {
  const reached = (statuses: readonly Status[]) =>
    steps.findLast((step) => (statuses as readonly string[]).includes(step.status))?.at
  const now = names.findIndex((name) => way[name].includes(status))
  if (status === 'cancelled' || status === 'not-approved') {
    const done = names
      .map((name) => ({ name, state: 'done' as const, at: reached(way[name]) }))
      .filter((step) => step.at)
    return [...done, { name: status, state: 'now', at: reached([status]) }]
  }
  if (now < 0) return []
  return names.map((name, n) => ({
    name,
    // A completed order is done to its last step.
    state: n < now || status === 'completed' ? 'done' : n === now ? 'now' : 'next',
    at: reached(way[name]),
  }))
}

/** Keys of the layers that are not there yet: the burger grows with its order, and the crown comes last. */
export function missingLayers(layers: readonly PlacedLayer[], status: Status): ReadonlySet<string> {
  const all = layers.length
  const there: Record<Status, number> = {
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
  return new Set(layers.slice(Math.max(there[status], 0)).map(({ key }) => key))
}

/** A burger in its layers, or the picture of a dish. */
type Drawing = { stack: readonly string[] } | { picture: string }

/** What stands for the order: the first burger that was ordered, else the first dish, else the house's own burger. */
export function drawingFor(lines: readonly { stack?: string[]; picture?: string }[]): Drawing {
  const stack = lines.find((line) => (line.stack?.length ?? 0) > 2)?.stack
  if (stack) return { stack }
  const picture = lines.find((line) => line.picture)?.picture
  if (picture) return { picture }
  return { stack: ['heel', 'lettuce', 'patty', 'cheese', 'patty-2', 'cheese-2', 'crown'] }
}

/** Milliseconds by which an order may pass its time before it is called late. */
const grace = 120_000

/** Whether the promised time has passed and the food is not ready. */
export function isLate({ status, promisedAt }: OrderStatus, now: Date): boolean {
  const cooking = status === 'scheduled' || status === 'accepted' || status === 'in-preparation'
  return cooking && now.getTime() > Date.parse(promisedAt) + grace
}

/** Milliseconds after its placing from which on an order is one to be remembered, not waited for. */
const ahead = 3_600_000

/** Whether the order is for later, and still to come. */
export function isAhead(placedAt: string, { status, promisedAt }: OrderStatus): boolean {
  const coming = status === 'scheduled' || status === 'accepted'
  return coming && Date.parse(promisedAt) - Date.parse(placedAt) > ahead
}
