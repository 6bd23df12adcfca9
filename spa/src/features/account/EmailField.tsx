import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/form/Field'

interface EmailFieldProps {
  label: string
  error?: string
  registered: UseFormRegisterReturn
  /** "username" in forms that sign in, so that password managers fill it in. */
  autoComplete: string
}

export function EmailField({ label, error, registered, autoComplete }: EmailFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...registered}
          {...control}
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
    </Field>
  )
}
