import { useTranslation } from 'react-i18next'
import { useMarket } from '../market/useMarket'
import { type Amount, formatAmount } from '../money/money'
import styles from './Receipt.module.css'

interface ReceiptLine {
  label: string
  quantity: number
  price: Amount
  /** What differs from the item as it comes; quantity 0 was left off. */
  modifiers: readonly { label: string; quantity: number }[]
  instructions?: string
}

/** A row of the sums: what it is, what it was reckoned from, and how much. */
export interface Sum {
  label: string
  note?: string
  amount: Amount
}

interface ReceiptProps {
  lines: readonly ReceiptLine[]
  sums: readonly Sum[]
  total: Sum
}

/** What is bought and what it costs, line by line: every sum that makes the total stands above it. It lies on a Ticket. */
export function Receipt({ lines, sums, total }: ReceiptProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const modifier = ({ label, quantity }: ReceiptLine['modifiers'][number]) => {
    if (quantity === 0) return t('app.left-off', { modifier: label })
    return quantity === 1 ? label : t('app.several', { count: quantity, what: label })
  }
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line, at) => (
          // An order's lines have no ids and never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <span className={styles.quantity}>{line.quantity}</span>
            <span className={styles.what}>{line.label}</span>
            <span>{formatAmount(line.price, lang)}</span>
            {line.modifiers.length > 0 && <small>{line.modifiers.map(modifier).join(', ')}</small>}
            {line.instructions && <small className={styles.instructions}>{line.instructions}</small>}
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {sums.map(({ label, note, amount }) => (
          <div key={label}>
            <dt>
              {label}
              {note && <small>{note}</small>}
            </dt>
            <dd>{formatAmount(amount, lang)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>
            {total.label}
            {total.note && <small>{total.note}</small>}
          </dt>
          <dd>{formatAmount(total.amount, lang)}</dd>
        </div>
      </dl>
    </>
  )
}
