import type { UseFormRegisterReturn } from 'react-hook-form'
import styles from './ContactFields.module.css'
import { Field } from './Field'
import { suggestEmail } from './suggestEmail'

type Name = 'firstName' | 'lastName' | 'email' | 'phone'

interface ContactFieldsProps {
  register: (name: Name) => UseFormRegisterReturn
  labels: Readonly<Record<Name, string>>
  hints: { email?: string; phone?: string }
  /** Returns the error text of a field. */
  error: (name: Name) => string | undefined
  /** Entered email address once its field was left; a likely typing error gets a suggestion. */
  leftEmail: string | undefined
  suggestionText: (email: string) => string
  onAcceptSuggestion: (email: string) => void
  phoneRequired: boolean
}

/** Fields for first name, last name, email and phone. */
export function ContactFields({
  register,
  labels,
  hints,
  error,
  leftEmail,
  suggestionText,
  onAcceptSuggestion,
  phoneRequired,
}: ContactFieldsProps) {
  const suggestion = leftEmail && suggestEmail(leftEmail)
  return (
    <>
      <div className={styles.two}>
        <Field label={labels.firstName} error={error('firstName')}>
          {(control) => (
            <input {...register('firstName')} {...control} type="text" autoComplete="given-name" required />
          )}
        </Field>
        <Field label={labels.lastName} error={error('lastName')}>
          {(control) => (
            <input {...register('lastName')} {...control} type="text" autoComplete="family-name" required />
          )}
        </Field>
      </div>
      <div className={styles.two}>
        <div>
          <Field label={labels.email} hint={hints.email} error={error('email')}>
            {(control) => (
              <input
                {...register('email')}
                {...control}
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
            )}
          </Field>
          <p role="status">
            {suggestion && (
              <button
                type="button"
                className={styles.emailSuggestion}
                onClick={() => onAcceptSuggestion(suggestion)}
              >
                {suggestionText(suggestion)}
              </button>
            )}
          </p>
        </div>
        <Field label={labels.phone} hint={hints.phone} error={error('phone')}>
          {(control) => (
            <input
              {...register('phone')}
              {...control}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              required={phoneRequired}
            />
          )}
        </Field>
      </div>
    </>
  )
}
