import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as v from 'valibot'
import { useMarket } from '../../market/useMarket'
import { TextField } from './Field'
import styles from './VehicleFields.module.css'
import type { Vehicle } from './vehicle'

/** Maximum length of each part. */
const maxLength = 40

const requiredText = (message: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(message), v.maxLength(maxLength, 'problem.field-too-long'))

/** All three are required; messages are translation keys. */
export const vehicleSchema = v.object({
  make: requiredText('problem.make-required'),
  model: requiredText('problem.model-required'),
  colour: requiredText('curbside.colour-required'),
})

/** Labels and error texts of the fields. The English spelling of colour depends on the country. */
export function useVehicleTexts() {
  const { t } = useTranslation()
  const { country } = useMarket()
  return {
    label: (name: keyof Vehicle) =>
      name === 'colour' ? t(`curbside.colour-${country}`) : t(`curbside.${name}`),
    /** Translates a broken rule. The form's error summary adds the field's label. */
    rule: (key: string | undefined, label?: string) => {
      if (key === 'curbside.colour-required') return t(`curbside.colour-required-${country}`)
      if (key === 'problem.field-too-long' && label)
        return t('checkout.too-long', { field: label, max: maxLength })
      return key && t(key as 'problem.field-too-long', { max: maxLength })
    },
  }
}

interface VehicleFieldsProps {
  register: (name: keyof Vehicle) => UseFormRegisterReturn
  /** Returns the translation key of the rule that the field breaks. */
  error: (name: keyof Vehicle) => string | undefined
}

/** Fields for make, model and colour. No autocomplete, because browsers store none of them. */
export function VehicleFields({ register, error }: VehicleFieldsProps) {
  const texts = useVehicleTexts()
  return (
    <div className={styles.three}>
      {(['make', 'model', 'colour'] as const).map((name) => (
        <TextField
          key={name}
          label={texts.label(name)}
          error={texts.rule(error(name))}
          registered={register(name)}
          autoComplete="off"
          autoCapitalize={name === 'colour' ? 'none' : 'words'}
          spellCheck={false}
          required
        />
      ))}
    </div>
  )
}
