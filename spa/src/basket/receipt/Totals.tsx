import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Adjustment, Totals as ServerTotals, Tip } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { type Amount, formatAmount, formatSurcharge } from '../../money/money'
import { formatPercent } from '../../money/percent'
import { isOfUnits, negative, partOf } from './lineDeals'
import styles from './Totals.module.css'

/** A row of the totals: label, basis of calculation, and amount. A negative amount is taken off. */
export interface TotalsRow {
  label: string
  note?: string
  amount: Amount
  /** Its parts by line. */
  parts?: readonly { label: string; amount: Amount }[]
}

interface TotalsProps {
  sums: readonly TotalsRow[]
  total: TotalsRow
  /** A pending request may change the amounts. */
  busy?: boolean
  /** Stands below the word of the total, beside its amount. */
  children?: ReactNode
}

/** Lists every amount of the total, one per row, and the total. */
export function Totals({ sums, total, busy = false, children }: TotalsProps) {
  return (
    <dl className={styles.sums} aria-busy={busy}>
      {sums.map((sum, at) => (
        // Labels repeat, as of a tax with two rates, and rows are never reordered.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Row key={at} sum={sum} />
      ))}
      <Row sum={total} className={styles.total}>
        {children}
      </Row>
    </dl>
  )
}

interface RowProps {
  sum: TotalsRow
  className?: string
  children?: ReactNode
}

function Row({ sum: { label, note, amount, parts }, className, children }: RowProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const format = (amount: Amount) =>
    amount.minor < 0 ? formatSurcharge(amount, lang) : formatAmount(amount, lang)
  return (
    <div className={className}>
      <dt>
        {label}
        {note && <small>{note}</small>}
        {parts && (
          <details className={styles.parts}>
            <summary>{t('deals.split')}</summary>
            <ul>
              {parts.map((part, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same label
                <li key={at}>
                  {part.label} {format(part.amount)}
                </li>
              ))}
            </ul>
          </details>
        )}
        {children}
      </dt>
      <dd>{format(amount)}</dd>
    </div>
  )
}

interface Priced {
  /** Server totals; the client calculates nothing. */
  totals: ServerTotals
  lines: readonly { lineId: string; label: string }[]
  tip?: Tip
  /** Taxes show the brand's registration numbers instead of the taxed amounts. */
  receipt?: boolean
}

/** Returns what brought a discount: points, a gift or a code; undefined for a deal that every guest gets. */
export const sourceOf = ({ coupon, points, grant }: Adjustment, t: TFunction) =>
  points
    ? t('deals.with-points', { count: points })
    : grant
      ? t('deals.with-gift')
      : coupon && t('deals.with-code', { code: coupon })

/** Returns the rows of the totals of a basket or an order, each with its basis of calculation. */
export function useTotals({ totals, lines, tip, receipt }: Priced): {
  sums: TotalsRow[]
  total: TotalsRow
  adjustments: readonly Adjustment[]
} {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const percent = tip?.kind === 'percent' && tip.percent ? String(tip.percent) : undefined
  const noteOf = (tax: ServerTotals['taxes'][number]) => {
    const rate = formatPercent(tax.rate, lang)
    if (!receipt) return t('app.rate-of', { rate, base: formatAmount(tax.base, lang) })
    return tax.registration ? `${rate} · ${t('order.registration', { number: tax.registration })}` : rate
  }
  // Answers of the release before have neither adjustments nor charges.
  const { adjustments = [], charges = [] } = totals as Partial<ServerTotals>
  const partsOf = (adjustment: Adjustment) =>
    lines.flatMap(({ lineId, label }) => {
      const amount = partOf(adjustment, lineId)
      return amount ? { label, amount } : []
    })
  return {
    adjustments,
    sums: [
      { label: t('app.subtotal'), amount: totals.subtotal },
      ...adjustments.map((adjustment) => {
        const { label, amount } = adjustment
        const parts = isOfUnits(adjustment) ? [] : partsOf(adjustment)
        // With one line it is clear which one is reduced.
        const divided = lines.length > 1 && parts.length > 0
        return {
          label,
          note: sourceOf(adjustment, t),
          amount: negative(amount),
          parts: divided ? parts : undefined,
        }
      }),
      ...charges.map(({ label, amount }) => ({ label, amount })),
      ...totals.taxes.map((tax) => ({ label: t(`tax.${tax.tax}`), amount: tax.amount, note: noteOf(tax) })),
      { label: t('app.tip'), amount: totals.tip, note: percent && formatPercent(percent, lang) },
    ],
    total: { label: t('app.total'), amount: totals.total },
  }
}
