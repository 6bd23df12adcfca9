import { useTranslation } from 'react-i18next'
import type { SavedAddress } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { Field } from '../../../ui/form/Field'
import { formatPostalCode } from '../../../ui/form/fieldFormats'
import { AccountForm } from '../AccountForm'
import styles from '../AccountForm.module.css'
import { Elsewhere } from './Elsewhere'
import {
  type AddressFields,
  addressCountries,
  addressFieldsOf,
  addressOf,
  addressRules,
  addressTypes,
} from './profileRules'
import { useFocusOnMount } from './useFocusOnMount'
import { usePartForm } from './usePartForm'

interface AddressFormProps<Part> {
  /** Name of the form among the drafts. */
  name: string
  /** The part of the profile that has the address. */
  part: Part
  /** Returns the address in it, if there is one. */
  find: (part: Part) => SavedAddress | undefined
  save: (address: SavedAddress, ifMatch: string) => Promise<Part>
  /** For the courier. */
  withInstructions?: boolean
  onDone: () => void
}

/** Fields of an address. Labels of state and code follow the country. */
export function AddressForm<Part extends { version: number }>({
  name,
  part: stored,
  find,
  save,
  withInstructions = false,
  onDone,
}: AddressFormProps<Part>) {
  const { t } = useTranslation()
  const { country, lang } = useMarket()
  const { form, error, part, elsewhere } = usePartForm({
    name,
    part: stored,
    fieldsOf: (from: Part) => addressFieldsOf(find(from), country),
    rules: addressRules,
    save: (fields, ifMatch) => save(addressOf(fields), ifMatch),
    onSaved: onDone,
  })
  useFocusOnMount(() => form.setFocus('type'))
  const inCanada = form.watch('country') === '2'
  const labels = {
    type: t('profile.address-type'),
    country: t('profile.country'),
    address: t('account.address'),
    unit: t('profile.unit'),
    city: t('payment.city'),
    state: t(inCanada ? 'payment.province' : 'payment.state'),
    zip: t(inCanada ? 'payment.postal-code' : 'payment.zip'),
    ...(withInstructions && { instructions: t('profile.instructions') }),
  }
  const nameOf = (code: string) => new Intl.DisplayNames(lang, { type: 'region' }).of(code) ?? code
  const texts: Record<string, Record<string, string>> = {
    type: Object.fromEntries(
      Object.entries(addressTypes).map(([id, name]) => [id, t(`profile.type-${name}`)]),
    ),
    country: Object.fromEntries(Object.entries(addressCountries).map(([id, code]) => [id, nameOf(code)])),
  }
  const select = (name: 'type' | 'country') => {
    const registered = form.register(name, {
      onChange: () => form.formState.errors.zip && void form.trigger('zip'),
    })
    return (
      <Field label={labels[name]} error={error(name)}>
        {(control) => (
          <select {...registered} {...control} autoComplete={name === 'country' ? 'country' : 'off'}>
            {Object.entries(texts[name] ?? {}).map(([id, text]) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  }
  const text = (name: keyof AddressFields, autoComplete: string, maxLength: number, required = true) => {
    const registered = form.register(name, {
      onBlur: () => name === 'zip' && form.setValue('zip', formatPostalCode(form.getValues('zip'))),
    })
    return (
      <Field label={labels[name] ?? ''} error={error(name)}>
        {(control) => (
          <input
            {...registered}
            {...control}
            type="text"
            autoComplete={autoComplete}
            maxLength={maxLength}
            required={required}
          />
        )}
      </Field>
    )
  }
  return (
    <AccountForm {...part} label={t('account.save')} isPart onCancel={onDone}>
      <div className={styles.two}>
        {select('type')}
        {select('country')}
      </div>
      {text('address', 'street-address', 100)}
      <div className={styles.two}>
        {text('unit', 'address-line2', 60, false)}
        {text('city', 'address-level2', 60)}
      </div>
      <div className={styles.two}>
        {text('state', 'address-level1', 40)}
        {text('zip', 'postal-code', 20)}
      </div>
      {withInstructions && text('instructions', 'off', 300, false)}
      {elsewhere && (
        <Elsewhere {...elsewhere} labels={labels} wording={(name, value) => texts[name]?.[value] ?? value} />
      )}
    </AccountForm>
  )
}

/** Returns the lines of an address, the same in every language of its country. */
export function addressLines({ address, unit, city, state, zip }: SavedAddress): string[] {
  return [[address, unit].filter(Boolean).join(', '), `${city}, ${state} ${zip}`]
}
