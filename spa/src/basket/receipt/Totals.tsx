import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { type Amount, formatAmount } from '../../money/money'
import { formatPercent } from '../../money/percent'
import styles from './Totals.module.css'

/** A row of the totals: label, basis of calculation, and amount. */
export interface TotalsRow {
  label: string
  note?: string
  amount: Amount
}

interface TotalsProps {
  sums: readonly TotalsRow[]
  total: TotalsRow
  /** A pending request may change the amounts. */
  busy?: boolean
}

/** Lists every amount of the total, one per row, and the total. */
export function Totals({ sums, total, busy = false }: TotalsProps) {
  return (
    <dl className={styles.sums} aria-busy={busy}>
      {sums.map((sum) => (
        <Row key={sum.label} sum={sum} />
      ))}
      <Row sum={total} className={styles.total} />
    </dl>
  )
}

function Row({ sum: { label, note, amount }, className }: { sum: TotalsRow; className?: string }) {
  const { lang } = useMarket()
  return (
    <div className={className}>
      <dt>
        {label}
        {note && <small>{note}</small>}
      </dt>
      <dd>{formatAmount(amount, lang)}</dd>
    </div>
  )
}

type TaxName = 'GST' | 'HST' | 'QST' | 'PST' | 'sales-tax'

interface Priced {
  /** Server totals; the client calculates nothing. */
  totals: {
    subtotal: Amount
    /** Rate in percent as decimal text: 9.975. */
    taxes: readonly { tax: TaxName; rate: string; base?: Amount; amount: Amount }[]
    tip: Amount
    total: Amount
  }
  tip?: { kind: string; percent?: number }
}

/** Returns the rows of a basket's totals, each with its basis of calculation. */
export function useTotals({ totals, tip }: Priced): { sums: TotalsRow[]; total: TotalsRow } {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const percent = tip?.kind === 'percent' && tip.percent ? String(tip.percent) : undefined
  const noteOf = (rate: string, base?: Amount) => {
    const percent = formatPercent(rate, lang)
    return base ? t('app.rate-of', { rate: percent, base: formatAmount(base, lang) }) : percent
  }
  return {
    sums: [
      { label: t('app.subtotal'), amount: totals.subtotal },
      ...totals.taxes.map(({ tax, rate, base, amount }) => ({
        label: t(`tax.${tax}`),
        amount,
        note: noteOf(rate, base),
      })),
      { label: t('app.tip'), amount: totals.tip, note: percent && formatPercent(percent, lang) },
    ],
    total: { label: t('app.total'), amount: totals.total },
  }
}
