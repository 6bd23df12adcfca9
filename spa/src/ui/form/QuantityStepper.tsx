import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../media/Icon'
import styles from './QuantityStepper.module.css'

interface QuantityStepperProps {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** Accessible name of the quantity. */
  label?: string
  big?: boolean
}

/** Decrease and increase. At its limit a button stays focusable. */
export function QuantityStepper({
  value,
  onChange,
  min = 1,
  max = 99,
  step = 1,
  label,
  big,
}: QuantityStepperProps) {
  const { t } = useTranslation()
  // Requested quantity: presses before the next render accumulate.
  const requested = useRef(value)
  requested.current = value
  const change = (by: number) => {
    const to = requested.current + by
    if (to < min || to > max) return
    requested.current = to
    onChange(to)
  }
  const name = label ?? t('app.quantity')
  return (
    <div className={big ? `${styles.stepper} ${styles.big}` : styles.stepper} role="group" aria-label={name}>
      <button
        type="button"
        aria-label={t('app.fewer')}
        aria-disabled={value - step < min}
        onClick={() => change(-step)}
      >
        <Icon name="minus" size={16} />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={t('app.more')}
        aria-disabled={value + step > max}
        onClick={() => change(step)}
      >
        <Icon name="plus" size={16} />
      </button>
    </div>
  )
}
