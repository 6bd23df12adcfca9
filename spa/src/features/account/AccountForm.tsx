import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'
import { keepFocusOnPress } from '../../ui/form/keepFocusOnPress'
import { TextButton } from '../../ui/form/TextButton'
import styles from './AccountForm.module.css'

export interface AccountFormProps {
  submit: (event: FormEvent) => Promise<void>
  failure?: string
  isSending: boolean
  /** Label of the button. */
  label: string
  /** True if the page has several forms: the button is then less prominent. */
  isPart?: boolean
  /** Closes the form; adds a button for it. */
  onCancel?: () => void
  children: ReactNode
}

/** Fields of an account page with their button, and why the last press of it failed. */
export function AccountForm({
  submit,
  failure,
  isSending,
  label,
  isPart = false,
  onCancel,
  children,
}: AccountFormProps) {
  const { t } = useTranslation()
  return (
    <form className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <Failure text={failure} />
      <div className={isPart ? styles.row : undefined}>
        <Button
          type="submit"
          wide={!isPart}
          tone={isPart ? 'second' : 'red'}
          aria-busy={isSending || undefined}
          onMouseDown={keepFocusOnPress}
        >
          {isSending ? t('account.busy') : label}
        </Button>
        {onCancel && <TextButton onClick={onCancel}>{t('profile.cancel')}</TextButton>}
      </div>
    </form>
  )
}

/** Why the last press failed. */
export function Failure({ text }: { text: string | undefined }) {
  return (
    text && (
      <Notice tone="bad" role="alert">
        <p>{text}</p>
      </Notice>
    )
  )
}
