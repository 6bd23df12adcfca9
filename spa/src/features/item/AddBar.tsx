import { useTranslation } from 'react-i18next'
import { OrderButton } from '../../basket/OrderButton'
import { useMarket } from '../../market/useMarket'
import { type Amount, formatAmount } from '../../money/money'
import { QuantityStepper } from '../../ui/form/QuantityStepper'
import { useBottomBarHeight } from '../../ui/layout/useBottomBarHeight'
import styles from './AddBar.module.css'

interface AddBarProps {
  quantity: number
  onQuantity: (quantity: number) => void
  limits: { min: number; max: number; step: number }
  /** One, as chosen. */
  unit: Amount
  /** The time, in words, after which the item is back. */
  after?: string
  editing: boolean
  busy: boolean
}

/** How many, and the button that says what it does and what it costs. */
export function AddBar({ quantity, onQuantity, limits, unit, after, editing, busy }: AddBarProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const total = formatAmount({ ...unit, minor: unit.minor * quantity }, lang)
  const words = editing
    ? t('item.save', { quantity, total })
    : after
      ? t('item.add-after', { time: after, total })
      : t('item.add', { quantity, total })
  return (
    <div ref={useBottomBarHeight()} className={styles.bar}>
      <QuantityStepper big value={quantity} onChange={onQuantity} {...limits} />
      <OrderButton type="submit" wide className="num" aria-disabled={busy || undefined}>
        {busy ? t('item.adding') : <Words>{words}</Words>}
      </OrderButton>
    </div>
  )
}

/** "Add 2 – $18.40"; where that is too long for one line, the price stands below, and the dash is only heard. */
function Words({ children }: { children: string }) {
  const [what, price] = children.split(' – ')
  return (
    <span className={styles.words}>
      <span>{what}</span>
      <span className={styles.dash}> – </span>
      <span>{price}</span>
    </span>
  )
}
