import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/form/Field'
import styles from './MessageField.module.css'
import { maxLengths } from './useFormText'

/** Number of remaining characters below which the counter is shown. */
const warnBelow = 500

interface MessageFieldProps {
  label: string
  hint?: string
  registered: UseFormRegisterReturn
  /** Current text, for the counter. */
  value: string
  error?: string
  required?: boolean
}

/**
 * A text of several lines. Close to the limit it counts down; a longer text is kept, and the surplus counted, so that the guest can
 * shorten it.
 */
export function MessageField({ label, hint, registered, value, error, required }: MessageFieldProps) {
  const { t } = useTranslation()
  const left = maxLengths.message! - characters(value)
  const counter = left < warnBelow && t(left < 0 ? 'form.over' : 'form.left', { count: Math.abs(left) })
  return (
    <Field label={label} hint={[hint, counter].filter(Boolean).join(' ') || undefined} error={error}>
      {(control) => (
        <textarea {...registered} {...control} className={styles.message} rows={6} required={required} />
      )}
    </Field>
  )
}

/** Counts characters as the server does. */
export const characters = (text: string) => [...text].length
