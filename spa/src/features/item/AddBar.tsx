import { useTranslation } from 'react-i18next'
import { OrderButton } from '../../basket/OrderButton'
import { useMarket } from '../../market/useMarket'
import { type Amount, formatAmount } from '../../money/money'
import { QuantityStepper } from '../../ui/form/QuantityStepper'
import { observeBottomBar } from '../../ui/layout/observeBottomBar'
import styles from './AddBar.module.css'

interface AddBarProps {
  quantity: number
  onQuantity: (quantity: number) => void
  limits: { min: number; max: number; step: number }
  /** Price of one item with the selected options. */
  unit: Amount
  /** Formatted time at which the item is available again. */
  after?: string
  editing: boolean
  busy: boolean
}

/** Quantity and the button that adds the item or saves the line, with its price. */
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
    <div ref={observeBottomBar} className={styles.bar}>
      <QuantityStepper big value={quantity} onChange={onQuantity} {...limits} />
      <OrderButton type="submit" wide className="num" aria-disabled={busy || undefined}>
        {busy ? t('item.adding') : <Words>{words}</Words>}
      </OrderButton>
    </div>
  )
}

/** "Add 2 – $18.40". If that is too long for one line, the price wraps and the dash is visible only to screen readers. */
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
