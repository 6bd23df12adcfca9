import { useMarket } from '../../market/useMarket'
import { type Amount, formatAmount } from '../../money/money'
import { Modifiers } from './Modifiers'
import styles from './Receipt.module.css'
import { Totals, type TotalsRow } from './Totals'

interface ReceiptLine {
  label: string
  quantity: number
  price: Amount
  /** What differs from the item as it comes, and the parts of a combo; quantity 0 was left off. */
  modifiers: readonly { label: string; quantity: number; depth: number }[]
  instructions?: string
}

interface ReceiptProps {
  lines: readonly ReceiptLine[]
  sums: readonly TotalsRow[]
  total: TotalsRow
  /** An answer is on its way that may change the sums. */
  busy?: boolean
}

/** What is bought and what it costs, line by line: every sum that makes the total stands above it. It lies on a Ticket. */
export function Receipt({ lines, sums, total, busy }: ReceiptProps) {
  const { lang } = useMarket()
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line, at) => (
          // An order's lines have no ids and never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <span className={styles.quantity}>{line.quantity}</span>
            <span className={styles.what}>{line.label}</span>
            <span className={styles.price}>{formatAmount(line.price, lang)}</span>
            {line.modifiers.length > 0 && (
              <div className={styles.made}>
                <Modifiers list={line.modifiers} />
              </div>
            )}
            {line.instructions && <small className={styles.instructions}>{line.instructions}</small>}
          </li>
        ))}
      </ul>
      <Totals sums={sums} total={total} busy={busy} />
    </>
  )
}
