import type { ComponentProps } from 'react'
import { type RegisterOptions, type UseFormReturn, useWatch } from 'react-hook-form'
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

/** BillingFields renders the cardholder and the card's billing address (specification §3). All five fields are required. */
export function BillingFields({ form, country }: BillingFieldsProps) {
  const { t } = useTranslation()
  const rule = useRuleText()
  const { register, formState } = form
  const labels = billingLabels(country)
  // A card of the other country is accepted: its postal code gets the matching keyboard and is validated together with the state.
  const isCanadian = (countryOf(useWatch({ control: form.control, name: 'state' })) ?? country) === 'CA'
  const revalidatePostalCode = () => form.getFieldState('zip').isTouched && void form.trigger('zip')
  const formatZip = () => form.setValue('zip', formatPostalCode(form.getValues('zip')))
  const field = (
    name: keyof Billing,
    attributes: ComponentProps<'input'>,
    options?: RegisterOptions<Billing>,
  ) => (
    <Field label={t(labels[name])} error={rule(name, formState.errors[name]?.message)}>
      {(control) => <input {...register(name, options)} {...control} type="text" required {...attributes} />}
    </Field>
  )
  return (
    <>
      {field('cardholder', { autoComplete: 'cc-name' })}
      {field('address', { autoComplete: 'billing street-address' })}
      <div className={styles.three}>
        {field('city', { autoComplete: 'billing address-level2' })}
        {field('state', { autoComplete: 'billing address-level1' }, { onChange: revalidatePostalCode })}
        {field(
          'zip',
          {
            inputMode: isCanadian ? 'text' : 'numeric',
            autoCapitalize: 'characters',
            autoComplete: 'billing postal-code',
          },
          { onBlur: formatZip },
        )}
      </div>
    </>
  )
}
