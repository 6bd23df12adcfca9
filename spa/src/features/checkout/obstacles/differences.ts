import type { Adjustment, Basket, Line, LostDeal } from '../../../api/generated'

/** A change to a cart since the guest saw it: by another tab, or a deal that takes less off. */
export type Difference =
  | { kind: 'added' | 'gone'; line: Line }
  | { kind: 'quantity' | 'choices'; line: Line; was: Line }
  | { kind: 'tip' | 'time' | 'handoff' }
  | { kind: 'deal'; deal: Adjustment; now?: Adjustment; lost?: LostDeal }

/** Compares lines by content, not by id: undoing a removal gives the line a new id. */
const contents = ({ itemId, quantity, choices, instructions }: Line) =>
  JSON.stringify([itemId, quantity, choices, instructions ?? ''])

/**
 * Returns the differences between the cart that the guest saw and the current one. Changes by the location are excluded: the basket
 * lists them itself and asks the guest to accept them.
 */
export function differencesOf(seen: Basket, now: Basket): Difference[] {
  const found: Difference[] = lesserDeals(seen, now)
  if (seen.version === now.version) return found
  const before = new Map(seen.lines.map((line) => [line.lineId, line]))
  const newLines: Line[] = []
  for (const line of now.lines) {
    const was = before.get(line.lineId)
    before.delete(line.lineId)
    if (!was) newLines.push(line)
    else if (contents(was) === contents(line)) continue
    else if (contents({ ...was, quantity: line.quantity }) === contents(line)) {
      found.push({ kind: 'quantity', line, was })
    } else found.push({ kind: 'choices', line, was })
  }
  const unmatched = [...before.values()]
  for (const line of newLines) {
    const restored = unmatched.findIndex((removed) => contents(removed) === contents(line))
    if (restored >= 0) unmatched.splice(restored, 1)
    else found.push({ kind: 'added', line })
  }
  found.push(...unmatched.map((line) => ({ kind: 'gone' as const, line })))
  if (seen.handoff !== now.handoff) found.push({ kind: 'handoff' })
  // An expired time is reported by NextTimes.
  if (seen.hold && now.hold && seen.hold.start !== now.hold.start) found.push({ kind: 'time' })
  // Compare the tip as chosen: the amount of a percentage tip changes with the cart.
  if (JSON.stringify(seen.tip) !== JSON.stringify(now.tip)) found.push({ kind: 'tip' })
  return found
}

/**
 * Returns the deals that take less off than the guest saw, if the total is higher because of them. A deal that was used up is named in any
 * case: another deal may have replaced it.
 */
function lesserDeals({ totals: seen }: Basket, { totals, deals }: Basket): Difference[] {
  const isHigher = totals.total.minor > seen.total.minor
  return (seen.adjustments ?? []).flatMap((deal) => {
    const now = totals.adjustments?.find(({ id }) => id === deal.id)
    if (now && now.amount.minor >= deal.amount.minor) return []
    const lost = now ? undefined : deals?.lost.find(({ id }) => id === deal.id)
    return isHigher || lost ? { kind: 'deal', deal, now, lost } : []
  })
}
