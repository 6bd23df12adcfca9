import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Basket, Line } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { isUnanswered } from '../../../basket/changeQueue'
import { LineDeals, LinePrice } from '../../../basket/receipt/LinePrice'
import type { LineDeal } from '../../../basket/receipt/lineDeals'
import { Modifiers } from '../../../basket/receipt/Modifiers'
import { Dish } from '../../../food/Dish'
import { placeLayers } from '../../../food/stack'
import type { HandoffType } from '../../../market/handoff'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { QuantityStepper } from '../../../ui/form/QuantityStepper'
import styles from './CartLine.module.css'
import { useQuantity } from './useQuantity'

interface CartLineProps {
  line: Line
  /** What deals take off it. */
  deals: readonly LineDeal[]
  /** Slug and handoff of the basket's location. */
  locationSlug: string
  handoff: HandoffType
  /** The line was just restored: it takes the focus that was on Undo. */
  returned: boolean
  onChange: (by: number, key: string) => Promise<Basket>
  onRemove: () => void
}

export function CartLine({
  line,
  deals,
  locationSlug,
  handoff,
  returned,
  onChange,
  onRemove,
}: CartLineProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths(handoff)
  const wording = useProblemText()
  const { shown, pending, error, set } = useQuantity(line.quantity, onChange)
  const removeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (returned && document.activeElement === document.body) removeButton.current?.focus()
  }, [returned])

  const { label, slug, section } = line
  const edit = slug ? paths.item(locationSlug, section, slug, { line: line.lineId }) : undefined
  return (
    <li className={styles.line} aria-busy={pending} data-line={line.lineId}>
      <Dish
        className={styles.picture}
        picture={line.picture}
        layers={line.stack && placeLayers(line.stack)}
      />
      <h3 className={styles.name}>{edit ? <Link to={edit}>{label}</Link> : label}</h3>
      <p className={styles.price}>
        <LinePrice price={line.price} deals={deals} />
      </p>
      <div className={styles.details}>
        {line.quantity > 1 && <p>{t('cart.each', { price: formatAmount(line.unitPrice, lang) })}</p>}
        {line.modifiers.length > 0 && (
          <div>
            <Modifiers list={line.modifiers} />
          </div>
        )}
        {line.instructions && <p className={styles.note}>{line.instructions}</p>}
        <LineDeals deals={deals} />
      </div>
      <div className={styles.actions}>
        <QuantityStepper
          label={t('cart.quantity', { item: label })}
          value={shown}
          onChange={set}
          min={line.minimum}
          max={line.maximum}
          step={line.increment}
        />
        {edit && (
          <Link className={styles.action} to={edit} aria-label={t('cart.edit-item', { item: label })}>
            {t('cart.edit')}
          </Link>
        )}
        <button
          ref={removeButton}
          type="button"
          className={styles.action}
          aria-label={t('cart.remove-item', { item: label })}
          onClick={onRemove}
        >
          {t('cart.remove')}
        </button>
        <Limits line={line} shown={shown} />
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {isUnanswered(error) ? t('cart.unsent') : wording(error)}
        </p>
      )}
    </li>
  )
}

/** Explains why the quantity cannot be lower or higher. */
function Limits({ line: { minimum, maximum, increment }, shown }: { line: Line; shown: number }) {
  const { t } = useTranslation()
  if (shown + increment > maximum)
    return <small className={styles.limit}>{t('cart.at-most', { max: maximum })}</small>
  if (minimum > 1 && shown - increment < minimum)
    return <small className={styles.limit}>{t('cart.at-least', { min: minimum })}</small>
  return null
}
