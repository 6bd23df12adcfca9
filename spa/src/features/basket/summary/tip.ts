import type { Basket } from '../../../api/generated'
import { toCents, toDecimal } from '../../../money/money'

export type Tip = NonNullable<Basket['tip']>

/** The selected option: a preset percentage, a custom amount, no tip, or no selection yet. */
export type TipChoice = `${number}%` | 'custom' | 'none' | undefined

/** Returns the option that represents the basket's tip. A percentage that is no preset becomes a custom amount. */
export function tipChoiceOf({ tip, tipOptions }: Pick<Basket, 'tip' | 'tipOptions'>): TipChoice {
  if (!tip) return undefined
  if (tip.kind === 'none') return 'none'
  const { percent = 0 } = tip
  return tip.kind === 'percent' && tipOptions.some((option) => option.percent === percent)
    ? `${percent}%`
    : 'custom'
}

/**
 * Normalises input of the amount field: empty, or digits with an optional decimal point (specification §5). Accepts a decimal comma and
 * drops a pasted currency sign. Returns undefined for invalid input.
 */
export function amountEntry(raw: string): string | undefined {
  const text = raw.replaceAll(/[\s\u00a0\u202f$]/g, '').replace(',', '.')
  return /^\d*\.?\d*$/.test(text) ? text : undefined
}

/** Returns the tip for an entry; undefined if it contains no number. */
export function tipOf(entry: string, currency: 'usd' | 'cad'): Tip | undefined {
  if (!/\d/.test(entry)) return undefined
  return { kind: 'amount', amount: { minor: toCents(entry), currency } }
}

/** Formats an entry with whole cents. An entry without a number is unchanged. */
export function formatEntry(entry: string): string {
  return /\d/.test(entry) ? toDecimal(toCents(entry)) : entry
}

/** Returns the current tip as an entry, the initial value of the custom amount. */
export function entryOf({ totals }: Pick<Basket, 'totals'>): string {
  return totals.tip.minor > 0 ? toDecimal(totals.tip.minor) : ''
}
