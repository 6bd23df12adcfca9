import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface Control {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface FieldProps {
  label: string
  hint?: string
  /** Error text. Forms validate on blur and then on change (mode "onTouched"). */
  error?: string
  /** Renders the control with the attributes that connect label, hint and error. */
  children: (control: Control) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface FieldErrorProps {
  /** Id for the control's aria-describedby. */
  id?: string
  role?: 'alert'
  /** Error text; without one nothing is shown. */
  children: string | undefined
}

/** The error of a field, below its control. */
export function FieldError({ id, role, children }: FieldErrorProps) {
  if (!children) return null
  return (
    <p className={styles.error} id={id} role={role}>
      {children}
    </p>
  )
}
