import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DealCoupon } from '../../../api/generated'
import { negative } from '../../../basket/receipt/lineDeals'
import { useMarket } from '../../../market/useMarket'
import { type Amount, formatSurcharge } from '../../../money/money'
import { TextButton } from '../../../ui/form/TextButton'
import styles from './Deals.module.css'

interface CouponRowProps {
  coupon: DealCoupon
  /** What it takes off; absent if its deal does not apply. */
  amount?: Amount
  /** The guest has just added it: it takes the focus. */
  isNew: boolean
  onRemove: () => void
  /** Why its deal does not apply. */
  children?: ReactNode
}

/** Returns the DOM id of the button that removes a coupon. */
export const removeButtonOf = ({ id }: Pick<DealCoupon, 'id'>) => `remove-${id}`

/** A code or a reward of the basket, drawn as a coupon that was cut out. */
export function CouponRow({ coupon, amount, isNew, onRemove, children }: CouponRowProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { code, label, applied, points } = coupon
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) row.current?.focus()
  }, [isNew])
  return (
    <li ref={row} tabIndex={-1} className={styles.coupon} data-applied={applied || undefined}>
      <b className={styles.name}>{code || label}</b>
      <p>
        {code ? label : points ? t('shell.points', { count: points }) : t('deals.given')}{' '}
        {amount && <strong>{formatSurcharge(negative(amount), lang)}</strong>}
      </p>
      <TextButton
        id={removeButtonOf(coupon)}
        className={styles.remove}
        aria-label={code ? t('deals.remove-code', { code }) : t('deals.remove-reward', { label })}
        onClick={onRemove}
      >
        {t('deals.remove')}
      </TextButton>
      {!applied && <div className={styles.why}>{children}</div>}
    </li>
  )
}
