import { type ComponentProps, type ReactNode, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
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

interface Registered extends Omit<FieldProps, 'children'> {
  /** What react-hook-form's register returned. */
  registered?: UseFormRegisterReturn
}

type TextFieldProps = Registered & ComponentProps<'input'>

/** A field of one line. The other props are those of its input. */
export function TextField({ label, hint, error, registered, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...registered} {...control} />}
    </Field>
  )
}

/** `autoComplete` has "username" in forms that sign in, so that password managers fill it in. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} required />
  )
}

interface SelectFieldProps extends Registered, Omit<ComponentProps<'select'>, 'children'> {
  /** Values and their texts. */
  options: readonly (readonly [value: string, text: string])[]
  /** Text of the option without a value. Without it one is always chosen. */
  none?: string
}

/** A choice from a list. The other props are those of its select element. */
export function SelectField({ label, hint, error, registered, options, none, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...registered} {...control}>
          {none && <option value="">{none}</option>}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
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
