import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldError } from '../../ui/form/Field'
import field from '../../ui/form/Field.module.css'
import pick from '../../ui/form/Pick.module.css'
import styles from './ChoiceField.module.css'

interface ChoiceFieldProps {
  label: string
  options: readonly { value: string; label: string }[]
  registered: UseFormRegisterReturn
  error?: string
}

/** One of a few choices, all visible. */
export function ChoiceField({ label, options, registered, error }: ChoiceFieldProps) {
  const id = useId()
  return (
    <fieldset className={`${field.field} ${styles.choice}`} aria-describedby={error && `${id}-error`}>
      <legend className={field.label}>{label}</legend>
      <div className={styles.options}>
        {options.map(({ value, label }) => (
          <label key={value} className={`${pick.pick} ${styles.option}`}>
            <input {...registered} type="radio" value={value} required />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
