import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/form/Field'
import styles from './PasswordField.module.css'

interface PasswordFieldProps {
  label: string
  hint?: string
  error?: string
  registered: UseFormRegisterReturn
  autoComplete: 'current-password' | 'new-password'
}

/** Password with a button that shows it. */
export function PasswordField({ label, hint, error, registered, autoComplete }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.password}>
          <input
            {...registered}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
          />
          <button
            type="button"
            aria-label={t(isShown ? 'account.hide-password' : 'account.show-password')}
            aria-controls={control.id}
            // The field keeps the focus, and with it the keyboard of a phone.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setIsShown(!isShown)}
          >
            {t(isShown ? 'account.hide' : 'account.show')}
          </button>
        </div>
      )}
    </Field>
  )
}
