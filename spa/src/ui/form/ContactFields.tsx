import type { UseFormRegisterReturn } from 'react-hook-form'
import styles from './ContactFields.module.css'
import { EmailField, TextField } from './Field'
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
  const props = (name: Name) => ({ label: labels[name], error: error(name), registered: register(name) })
  const suggestion = leftEmail && suggestEmail(leftEmail)
  return (
    <>
      <div className={styles.two}>
        <TextField {...props('firstName')} autoComplete="given-name" required />
        <TextField {...props('lastName')} autoComplete="family-name" required />
      </div>
      <div className={styles.two}>
        <div>
          <EmailField {...props('email')} hint={hints.email} autoComplete="email" />
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
        <TextField
          {...props('phone')}
          hint={hints.phone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required={phoneRequired}
        />
      </div>
    </>
  )
}
