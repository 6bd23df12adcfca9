import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/form/Field'
import { useHydrated } from '../../ui/loading/useHydrated'

interface DateFieldProps {
  label: string
  hint?: string
  registered: UseFormRegisterReturn
  error?: string
  required?: boolean
  /** Latest date; by default today. */
  max?: string | null
  min?: string
  autoComplete?: string
}

/** A date, in the format of the guest's device. */
export function DateField({
  label,
  hint,
  registered,
  error,
  required,
  max,
  min,
  autoComplete = 'off',
}: DateFieldProps) {
  // The prerendered page does not know the day.
  const today = useHydrated() ? formatDay(new Date()) : undefined
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...registered}
          {...control}
          type="date"
          autoComplete={autoComplete}
          min={min}
          max={max === null ? undefined : (max ?? today)}
          required={required}
        />
      )}
    </Field>
  )
}

/** Returns the guest's date as yyyy-MM-dd. */
export function formatDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
