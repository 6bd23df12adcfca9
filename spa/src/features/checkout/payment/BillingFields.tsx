import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { countryOf } from '../../../market/regions'
import { Field } from '../../../ui/form/Field'
import { formatPostalCode } from '../../../ui/form/fieldFormats'
import styles from '../Checkout.module.css'
import type { Billing } from '../draft'
import { useRuleText } from '../useRuleText'

interface BillingFieldsProps {
  form: UseFormReturn<Billing>
  /** Location's country; it selects the labels of the last two fields. */
  country: string
}

/** Translation key of each field's label in a country. */
export const billingLabels = (country: string) =>
  ({
    cardholder: 'payment.cardholder',
    address: 'payment.address',
    city: 'payment.city',
    state: country === 'CA' ? 'payment.province' : 'payment.state',
    zip: country === 'CA' ? 'payment.postal-code' : 'payment.zip',
  }) as const satisfies Record<keyof Billing, string>

/** BillingFields renders the card's billing address (specification §3). All five fields are required. */
export function BillingFields({ form, country }: BillingFieldsProps) {
  const { t } = useTranslation()
  const rule = useRuleText()
  const { register, formState } = form
  const error = (name: keyof Billing) => rule(name, formState.errors[name]?.message)
  const labels = billingLabels(country)
  // A card of the other country is accepted: its postal code gets the matching keyboard and is validated together with the state.
  const isCanadian = (countryOf(useWatch({ control: form.control, name: 'state' })) ?? country) === 'CA'
  const revalidatePostalCode = () => form.getFieldState('zip').isTouched && void form.trigger('zip')
  return (
    <>
      <Field label={t(labels.address)} error={error('address')}>
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
        <Field label={t(labels.city)} error={error('city')}>
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
        <Field label={t(labels.state)} error={error('state')}>
          {(control) => (
            <input
              {...register('state', { onChange: revalidatePostalCode })}
              {...control}
              type="text"
              autoComplete="billing address-level1"
              required
            />
          )}
        </Field>
        <Field label={t(labels.zip)} error={error('zip')}>
          {(control) => (
            <input
              {...register('zip', {
                onBlur: () => form.setValue('zip', formatPostalCode(form.getValues('zip'))),
              })}
              {...control}
              type="text"
              inputMode={isCanadian ? 'text' : 'numeric'}
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
