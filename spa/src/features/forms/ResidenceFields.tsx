import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { regionsOf } from '../../market/regions'
import { useMarket } from '../../market/useMarket'
import { Field } from '../../ui/form/Field'

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
  const all = regionsOf(country, lang).filter(({ code }) => regions.length === 0 || regions.includes(code))
  return (
    <>
      <Field label={t('forms.residence-country')} error={error('country')}>
        {(control) => (
          <select {...register('country', { onChange: onCountry })} {...control} autoComplete="country">
            {countries.map((one) => (
              <option key={one} value={one}>
                {one === 'ZZ' ? t('forms.residence-elsewhere') : names.of(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {all.length > 0 && (
        <Field
          label={t(country === 'CA' ? 'forms.residence-province' : 'forms.residence-state')}
          error={error('region')}
        >
          {(control) => (
            // The list of another country starts without a choice.
            <select key={country} {...register('region')} {...control} autoComplete="address-level1">
              <option value="">{t('forms.residence-choose')}</option>
              {all.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  )
}
