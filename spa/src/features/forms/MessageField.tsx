import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/form/Field'
import styles from './MessageField.module.css'
import { maxLengths } from './useFormText'
import type { GuestForm } from './useGuestForm'

/** Number of remaining characters below which the counter is shown. */
const warnBelow = 500

interface MessageFieldProps {
  guest: Pick<GuestForm<{ message: string }>, 'registered' | 'controlled'>
  /** Default: `form.message`. */
  label?: string
  hint?: string
  required?: boolean
}

/**
 * A text of several lines. Close to the limit it counts down; a longer text is kept, and the surplus counted, so that the guest can
 * shorten it.
 */
export function MessageField({ guest, label, hint, required }: MessageFieldProps) {
  const { t } = useTranslation()
  const { registered, error } = guest.registered('message')
  const left = maxLengths.message! - characters(guest.controlled('message').value)
  const counter = left < warnBelow && t(left < 0 ? 'form.over' : 'form.left', { count: Math.abs(left) })
  return (
    <Field
      label={label ?? t('form.message')}
      hint={[hint, counter].filter(Boolean).join(' ') || undefined}
      error={error}
    >
      {(control) => (
        <textarea {...registered} {...control} className={styles.message} rows={6} required={required} />
      )}
    </Field>
  )
}

/** Counts characters as the server does. */
export const characters = (text: string) => [...text].length
