import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldError } from '../../ui/form/Field'
import tick from '../../ui/form/Tick.module.css'
import styles from './AgreementField.module.css'

interface AgreementFieldProps {
  label: string
  registered: UseFormRegisterReturn
  error?: string
}

/** A box to tick, with the text that the guest agrees to. */
export function AgreementField({ label, registered, error }: AgreementFieldProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.agreement}>
        <input
          {...registered}
          type="checkbox"
          className={tick.tick}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
        />
        <span>{label}</span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
