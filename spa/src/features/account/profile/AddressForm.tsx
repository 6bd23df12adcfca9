import { useTranslation } from 'react-i18next'
import type { SavedAddress } from '../../../api/generated'
import { useMarket } from '../../../market/useMarket'
import { SelectField, TextField } from '../../../ui/form/Field'
import { formatPostalCode } from '../../../ui/form/fieldFormats'
import styles from '../AccountForm.module.css'
import type { EntryForm } from './EntryList'
import { PartForm } from './PartForm'
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

interface AddressFormProps<List> extends EntryForm<SavedAddress, List> {
  save: (address: SavedAddress, ifMatch: string) => Promise<List>
  /** For the courier. */
  withInstructions?: boolean
}

/** Fields of an address. Labels of state and code follow the country. */
export function AddressForm<List extends { version: number }>({
  name,
  part,
  find,
  save,
  withInstructions = false,
  onDone,
}: AddressFormProps<List>) {
  const { t } = useTranslation()
  const { country, lang } = useMarket()
  const { form, registered, state } = usePartForm({
    name,
    part,
    fieldsOf: (list: List) => addressFieldsOf(find(list), country),
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
    instructions: t('profile.instructions'),
  }
  const nameOf = (code: string) => new Intl.DisplayNames(lang, { type: 'region' }).of(code) ?? code
  const options = {
    type: Object.entries(addressTypes).map(([id, name]) => [id, t(`profile.type-${name}`)] as const),
    country: Object.entries(addressCountries).map(([id, code]) => [id, nameOf(code)] as const),
  }
  const select = (name: keyof typeof options, autoComplete: string) => (
    <SelectField
      label={labels[name]}
      {...registered(name, { onChange: () => form.formState.errors.zip && void form.trigger('zip') })}
      options={options[name]}
      autoComplete={autoComplete}
    />
  )
  const text = (name: keyof AddressFields, autoComplete: string, maxLength: number, required = true) => (
    <TextField
      label={labels[name]}
      {...registered(name, {
        onBlur: () => name === 'zip' && form.setValue('zip', formatPostalCode(form.getValues('zip'))),
      })}
      autoComplete={autoComplete}
      maxLength={maxLength}
      required={required}
    />
  )
  return (
    <PartForm
      {...state}
      labels={labels}
      wording={(name, value) => options[name as 'type']?.find(([id]) => id === value)?.[1]}
      onCancel={onDone}
    >
      <div className={styles.two}>
        {select('type', 'off')}
        {select('country', 'country')}
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
    </PartForm>
  )
}
