import { useMarket } from '../../market/useMarket'
import { type Amount, formatAmount, formatSurcharge } from '../../money/money'
import { PriceChange } from '../move/ChangeList'
import styles from './LinePrice.module.css'
import { type LineDeal, priceAfter } from './lineDeals'

/** Price of a line; with deals, the price before and after them. */
export function LinePrice({ price, deals }: { price: Amount; deals: readonly LineDeal[] }) {
  const { lang } = useMarket()
  const was = formatAmount(price, lang)
  if (deals.length === 0) return was
  return <PriceChange was={was} now={formatAmount(priceAfter(price, deals), lang)} />
}

/** Lists what each deal takes off a line. */
export function LineDeals({ deals }: { deals: readonly LineDeal[] }) {
  const { lang } = useMarket()
  return deals.map(({ id, label, amount }) => (
    <p key={id} className={styles.deal}>
      {label} <span>{formatSurcharge(amount, lang)}</span>
    </p>
  ))
}
