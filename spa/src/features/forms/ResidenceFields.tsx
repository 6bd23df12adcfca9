import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { regionsOf } from '../../market/regions'
import { useMarket } from '../../market/useMarket'
import { SelectField } from '../../ui/form/Field'

interface ResidenceFieldsProps {
  register: (name: 'country' | 'region', options?: { onChange?: () => void }) => UseFormRegisterReturn
  error: (name: 'country' | 'region') => string | undefined
  /** Chosen country. */
  country: string
  /** Countries to choose from; "ZZ" is any other. */
  countries: readonly string[]
  /** Codes of the regions to choose from; all if empty. */
  regions?: readonly string[]
  /** The guest has chosen another country. */
  onCountry: () => void
}

/** Country of residence, and the state or province where the country has some. */
export function ResidenceFields({
  register,
  error,
  country,
  countries,
  regions = [],
  onCountry,
}: ResidenceFieldsProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const nameOf = (one: string) => (one === 'ZZ' ? t('forms.residence-elsewhere') : (names.of(one) ?? one))
  const all = regionsOf(country, lang).filter(({ code }) => regions.length === 0 || regions.includes(code))
  return (
    <>
      <SelectField
        label={t('forms.residence-country')}
        error={error('country')}
        registered={register('country', { onChange: onCountry })}
        options={countries.map((one) => [one, nameOf(one)])}
        autoComplete="country"
      />
      {all.length > 0 && (
        <SelectField
          key={country} // the list of another country starts without a choice
          label={t(country === 'CA' ? 'forms.residence-province' : 'forms.residence-state')}
          error={error('region')}
          registered={register('region')}
          options={all.map(({ code, name }) => [code, name])}
          none={t('forms.residence-choose')}
          autoComplete="address-level1"
        />
      )}
    </>
  )
}
