import type { Basket, Line } from '../../../api/generated'

/** What another tab made of a cart since the guest saw it. */
export type Difference =
  | { kind: 'added' | 'gone'; line: Line }
  | { kind: 'quantity' | 'choices'; line: Line; was: Line }
  | { kind: 'tip' | 'time' | 'how' }

/** A line is the same when the guest would not tell it from the other: an undone removal comes back under another id. */
const contents = ({ itemId, quantity, choices, instructions }: Line) =>
  JSON.stringify([itemId, quantity, choices, instructions ?? ''])

/**
 * The differences between a cart as it was seen and as it is. What the restaurant changed is not among them: the basket lists
 * that itself, and asks for it to be accepted.
 */
export function differencesOf(seen: Basket, now: Basket): Difference[] {
  if (seen.version === now.version) return []
  const found: Difference[] = []
  const before = new Map(seen.lines.map((line) => [line.lineId, line]))
  const came: Line[] = []
  for (const line of now.lines) {
    const was = before.get(line.lineId)
    before.delete(line.lineId)
    if (!was) came.push(line)
    else if (contents(was) === contents(line)) continue
    else if (contents({ ...was, quantity: line.quantity }) === contents(line)) {
      found.push({ kind: 'quantity', line, was })
    } else found.push({ kind: 'choices', line, was })
  }
  const left = [...before.values()]
  for (const line of came) {
    const back = left.findIndex((gone) => contents(gone) === contents(line))
    if (back >= 0) left.splice(back, 1)
    else found.push({ kind: 'added', line })
  }
  found.push(...left.map((line) => ({ kind: 'gone' as const, line })))
  if (seen.handoff !== now.handoff) found.push({ kind: 'how' })
  // A time that ended is said where the next ones are offered.
  if (seen.hold && now.hold && seen.hold.start !== now.hold.start) found.push({ kind: 'time' })
  // One in percent follows the cart.
  if (JSON.stringify(seen.tip) !== JSON.stringify(now.tip)) found.push({ kind: 'tip' })
  return found
}
