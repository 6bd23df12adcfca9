import type { Basket } from '../../../api/generated'
import { toCents, toDecimal } from '../../../money/money'

export type Tip = NonNullable<Basket['tip']>

/** What is ticked: a preset by its percent, an amount of one's own, none, or nothing yet. */
export type TipChoice = `${number}%` | 'custom' | 'none' | undefined

/** The choice that the basket's tip shows as. A share that is no preset shows as its amount. */
export function tipChoiceOf({ tip, tipOptions }: Pick<Basket, 'tip' | 'tipOptions'>): TipChoice {
  if (!tip) return undefined
  if (tip.kind === 'none') return 'none'
  const { percent = 0 } = tip
  return tip.kind === 'percent' && tipOptions.some((option) => option.percent === percent)
    ? `${percent}%`
    : 'custom'
}

/**
 * What a field for an amount takes: empty, or digits with an optional decimal point (specification §5). A decimal comma is
 * read as a point and a pasted currency sign is let go; undefined is what the field refuses.
 */
export function amountEntry(raw: string): string | undefined {
  const text = raw.replaceAll(/[\s\u00a0\u202f$]/g, '').replace(',', '.')
  return /^\d*\.?\d*$/.test(text) ? text : undefined
}

/** The tip of an entry: undefined while there is no number in it. */
export function tipOf(entry: string, currency: 'usd' | 'cad'): Tip | undefined {
  if (!/\d/.test(entry)) return undefined
  return { kind: 'amount', amount: { minor: toCents(entry), currency } }
}

/** The entry in whole cents, as it is charged; one without a number stays. */
export function formatEntry(entry: string): string {
  return /\d/.test(entry) ? toDecimal(toCents(entry)) : entry
}

/** The entry that stands for the tip as it is: an amount of one's own begins with it. */
export function entryOf({ totals }: Pick<Basket, 'totals'>): string {
  return totals.tip.minor > 0 ? toDecimal(totals.tip.minor) : ''
}
