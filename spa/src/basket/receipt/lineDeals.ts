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
  return adjustments.filter(isOfUnits).flatMap((deal) => {
    const amount = partOf(deal, lineId)
    return amount ? { id: deal.id, label: deal.label, amount } : []
  })
}

/** Returns what a deal takes off a line, as a negative amount; undefined for nothing. */
export function partOf({ lines }: Adjustment, lineId: string | undefined) {
  const part = lines?.find((line) => line.lineId === lineId)
  return part && negative(part.amount)
}

/** Returns the price of a line after its deals. */
export function priceAfter(price: Amount, deals: readonly LineDeal[]): Amount {
  return { ...price, minor: deals.reduce((left, { amount }) => left + amount.minor, price.minor) }
}
