import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/form/Field'
import styles from '../Checkout.module.css'
import type { Contact } from '../draft'
import { useRuleText } from '../useRuleText'

/** Translation key of each field's label. */
export const contactLabels = {
  firstName: 'checkout.first-name',
  lastName: 'checkout.last-name',
  email: 'checkout.email',
  phone: 'checkout.phone',
} as const satisfies Record<keyof Contact, string>

interface ContactFieldsProps {
  register: (name: keyof Contact) => UseFormRegisterReturn
  /** Returns the translation key of the rule that the field breaks. */
  error: (name: keyof Contact) => string | undefined
  /** Suggested correction of the email address; onAcceptSuggestion accepts it. */
  suggestion?: string
  onAcceptSuggestion: (email: string) => void
}

/** Fields for first name, last name, email and phone. */
export function ContactFields({
  register,
  error: brokenRule,
  suggestion,
  onAcceptSuggestion,
}: ContactFieldsProps) {
  const { t } = useTranslation()
  const rule = useRuleText()
  const error = (name: keyof Contact) => rule(name, brokenRule(name))
  return (
    <>
      <div className={styles.two}>
        <Field label={t(contactLabels.firstName)} error={error('firstName')}>
          {(control) => (
            <input {...register('firstName')} {...control} type="text" autoComplete="given-name" required />
          )}
        </Field>
        <Field label={t(contactLabels.lastName)} error={error('lastName')}>
          {(control) => (
            <input {...register('lastName')} {...control} type="text" autoComplete="family-name" required />
          )}
        </Field>
      </div>
      <div className={styles.two}>
        <div>
          <Field label={t(contactLabels.email)} hint={t('checkout.email-hint')} error={error('email')}>
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
                {t('checkout.meant', { email: suggestion })}
              </button>
            )}
          </p>
        </div>
        <Field label={t(contactLabels.phone)} hint={t('checkout.phone-hint')} error={error('phone')}>
          {(control) => (
            <input
              {...register('phone')}
              {...control}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              required
            />
          )}
        </Field>
      </div>
    </>
  )
}
