import type { Adjustment } from '../../api/generated'
import type { Amount } from '../../money/money'

/** Kinds of deals that reduce single units; the others reduce the whole order (specification §3). */
const unitKinds = new Set([
  'itemAmount',
  'itemPercentage',
  'subcategoryAmount',
  'subcategoryPercentage',
  'itemFree',
])

export const isOfUnits = ({ kind }: Pick<Adjustment, 'kind'>) => unitKinds.has(kind)

export const negative = <A extends Amount>(amount: A): A => ({ ...amount, minor: -amount.minor })

/** What a deal takes off a line; the amount is negative. */
export interface LineDeal {
  id: string
  label: string
  amount: Amount
}

/** Returns the deals of a line's units. Deals of the whole order have rows in the totals only. */
export function dealsOfLine(adjustments: readonly Adjustment[], lineId: string | undefined): LineDeal[] {
  return partsOfLine(adjustments.filter(isOfUnits), lineId)
}

/** Returns what all deals take off a line. */
export function partsOfLine(adjustments: readonly Adjustment[], lineId: string | undefined): LineDeal[] {
  return adjustments.flatMap(({ id, label, lines = [] }) => {
    const part = lines.find((line) => line.lineId === lineId)
    return part ? { id, label, amount: negative(part.amount) } : []
  })
}

/** Returns the price of a line after its deals. */
export function priceAfter(price: Amount, deals: readonly LineDeal[]): Amount {
  return { ...price, minor: deals.reduce((left, { amount }) => left + amount.minor, price.minor) }
}
