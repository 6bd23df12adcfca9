import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Billing } from '../../api/generated'
import { Field } from '../../ui/Field'
import styles from './Checkout.module.css'
import { useRule } from './useRule'

interface BillingFieldsProps {
  form: UseFormReturn<Billing>
  /** The restaurant's country: it names the last two fields. */
  country: string
}

/** The address of the card (specification §3): all five are required. */
export function BillingFields({ form, country }: BillingFieldsProps) {
  const { t } = useTranslation()
  const rule = useRule()
  const { register, formState } = form
  const error = (name: keyof Billing) => rule(name, formState.errors[name]?.message)
  const canada = country === 'CA'
  return (
    <>
      <Field label={t('payment.address')} error={error('address')}>
        {(control) => (
          <input
            {...register('address')}
            {...control}
            type="text"
            autoComplete="billing street-address"
            required
          />
        )}
      </Field>
      <div className={styles.three}>
        <Field label={t('payment.city')} error={error('city')}>
          {(control) => (
            <input
              {...register('city')}
              {...control}
              type="text"
              autoComplete="billing address-level2"
              required
            />
          )}
        </Field>
        <Field label={canada ? t('payment.province') : t('payment.state')} error={error('state')}>
          {(control) => (
            <input
              {...register('state')}
              {...control}
              type="text"
              autoComplete="billing address-level1"
              required
            />
          )}
        </Field>
        <Field label={canada ? t('payment.postal-code') : t('payment.zip')} error={error('zip')}>
          {(control) => (
            <input
              {...register('zip')}
              {...control}
              type="text"
              inputMode={canada ? 'text' : 'numeric'}
              autoCapitalize="characters"
              autoComplete="billing postal-code"
              required
            />
          )}
        </Field>
      </div>
    </>
  )
}
