import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/form/Field'
import styles from './AccountForm.module.css'

interface CodeFieldProps {
  hint?: string
  error?: string
  registered: UseFormRegisterReturn
}

/** The six digits of a mail. */
export function CodeField({ hint, error, registered }: CodeFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('account.code')} hint={hint} error={error}>
      {(control) => (
        <input
          {...registered}
          {...control}
          className={styles.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
        />
      )}
    </Field>
  )
}
