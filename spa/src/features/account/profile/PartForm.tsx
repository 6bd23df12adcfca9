import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/feedback/Notice'
import { TextButton } from '../../../ui/form/TextButton'
import { AccountForm } from '../AccountForm'
import styles from './Profile.module.css'
import type { PartFormState } from './usePartForm'

interface PartFormProps extends PartFormState {
  /** Labels of the fields. */
  labels: Readonly<Record<string, string>>
  /** Words for a value that is not text. */
  wording?: (name: string, value: string) => string | undefined
  onCancel?: () => void
  children: ReactNode
}

/**
 * Fields of a part of the profile. A notice says if another browser changed the same fields while this form was open; the fields keep what
 * was entered.
 */
export function PartForm({ elsewhere, labels, wording, children, ...form }: PartFormProps) {
  const { t } = useTranslation()
  return (
    <AccountForm {...form} label={t('account.save')} isPart>
      {children}
      {elsewhere && (
        <Notice tone="warn" title={t('profile.elsewhere')}>
          <dl className={styles.stored}>
            {Object.entries(elsewhere.stored).map(([name, value]) => (
              <div key={name}>
                <dt>{labels[name]}</dt>
                <dd>{wording?.(name, value) || value || '–'}</dd>
              </div>
            ))}
          </dl>
          <p>{t('profile.elsewhere-line')}</p>
          <TextButton onClick={elsewhere.onTake}>{t('profile.elsewhere-take')}</TextButton>
        </Notice>
      )}
    </AccountForm>
  )
}
