import type { ReactNode } from 'react'
import type { Adjustment, OrderLine } from '../../api/generated'
import { LineDeals, LinePrice } from './LinePrice'
import { dealsOfLine } from './lineDeals'
import { Modifiers } from './Modifiers'
import styles from './Receipt.module.css'
import { Totals, type TotalsRow } from './Totals'

type ReceiptLine = Pick<OrderLine, 'lineId' | 'label' | 'quantity' | 'price' | 'modifiers' | 'instructions'>

interface ReceiptProps {
  lines: readonly ReceiptLine[]
  sums: readonly TotalsRow[]
  total: TotalsRow
  adjustments: readonly Adjustment[]
  /** Returns the content below a line. */
  belowLine?: (at: number) => ReactNode
  /** A pending request may change the sums. */
  busy?: boolean
  /** Stands beside the total. */
  children?: ReactNode
}

/** Receipt lists lines with prices, and every amount of the total. It is rendered on a Ticket. */
export function Receipt({ lines, sums, total, adjustments, belowLine, busy, children }: ReceiptProps) {
  const rows = lines.map((line) => ({ line, deals: dealsOfLine(adjustments, line.lineId) }))
  return (
    <>
      <ul className={styles.lines}>
        {rows.map(({ line, deals }, at) => (
          // Order lines have no ids and are never reordered.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <span className={styles.quantity}>{line.quantity}</span>
            <span className={styles.label}>{line.label}</span>
            <span className={styles.price}>
              <LinePrice price={line.price} deals={deals} />
            </span>
            {line.modifiers.length > 0 && (
              <div className={styles.choices}>
                <Modifiers list={line.modifiers} />
              </div>
            )}
            {deals.length > 0 && (
              <div className={styles.choices}>
                <LineDeals deals={deals} />
              </div>
            )}
            {line.instructions && <small className={styles.instructions}>{line.instructions}</small>}
            {belowLine && <div className={styles.below}>{belowLine(at)}</div>}
          </li>
        ))}
      </ul>
      <Totals sums={sums} total={total} busy={busy}>
        {children}
      </Totals>
    </>
  )
}
