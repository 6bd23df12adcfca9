import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EmailInputBody, useChangeEmailMutation, useConfirmEmailMutation } from '../../../api/generated'
import { Button } from '../../../ui/form/Button'
import { EmailField } from '../../../ui/form/Field'
import { notify } from '../../../ui/overlay/notifications'
import { AccountForm } from '../AccountForm'
import { CodeForm } from '../CodeForm'
import { useConfirmAgain, useReturned } from '../ConfirmAgain'
import { pendingCode, storePendingCode } from '../pendingCode'
import { useAccountForm } from '../useAccountForm'
import styles from './Profile.module.css'
import { draftsOf, storeDraft } from './profileDrafts'
import { emailChangeRules } from './profileRules'
import { Section } from './Section'
import { focusLater, useFocusOnMount } from './useFocusOnMount'

/** The e-mail address. A code of a mail to the new one changes it. */
export function EmailSection({ email }: { email: string }) {
  const { t } = useTranslation()
  const [change] = useChangeEmailMutation()
  const [confirm] = useConfirmEmailMutation()
  const confirmed = useConfirmAgain('email')
  const returned = useReturned('email')
  const [chosen, setStep] = useState<'shown' | 'asking' | { to: string } | undefined>(() => {
    const pending = pendingCode('emailChange')
    return pending?.from === email ? pending : undefined
  })
  const step = chosen ?? (returned ? 'asking' : 'shown')
  /** Mails a code to the new address. The same change again replaces the code before. */
  const mail = (emailInputBody: EmailInputBody) => confirmed(() => change({ emailInputBody }).unwrap())
  const close = () => {
    storePendingCode('emailChange')
    setStep('shown')
    focusLater('email')
  }
  return (
    <Section id="email">
      <p className={styles.value}>{email}</p>
      {step === 'shown' ? (
        <Button tone="second" small className={styles.start} onClick={() => setStep('asking')}>
          {t('profile.email-change')}
        </Button>
      ) : step === 'asking' ? (
        <NewEmail
          current={email}
          send={async (fields) => {
            await mail(fields)
            const to = fields.email
            storePendingCode('emailChange', { from: email, to })
            setStep({ to })
          }}
          onCancel={close}
        />
      ) : (
        <CodeForm
          key={step.to}
          hint={t('account.code-hint', { email: step.to })}
          label={t('profile.email-confirm')}
          confirm={async (code) => {
            await confirm({ confirmEmailInputBody: { code } }).unwrap()
            notify({ type: 'success', text: t('profile.email-changed') })
            close()
          }}
          renew={() => mail({ email: step.to, confirmEmail: step.to })}
          isPart
          isOpened
          onCancel={close}
        />
      )}
    </Section>
  )
}

interface NewEmailProps {
  current: string
  send: (fields: EmailInputBody) => Promise<void>
  onCancel: () => void
}

function NewEmail({ current, send, onCancel }: NewEmailProps) {
  const { t } = useTranslation()
  const { form, registered, ...state } = useAccountForm({
    rules: (t) => emailChangeRules(t, current),
    blank: { email: '', confirmEmail: '', ...draftsOf(current).email?.fields },
    send: async (fields) => {
      // The customer may leave the page to confirm at a provider.
      storeDraft(current, 'email', { part: {}, fields })
      try {
        await send(fields)
      } finally {
        storeDraft(current, 'email')
      }
    },
  })
  useFocusOnMount(() => form.setFocus('email'))
  return (
    <AccountForm {...state} label={t('profile.email-submit')} isPart onCancel={onCancel}>
      <EmailField label={t('profile.email-new')} {...registered('email')} autoComplete="email" />
      <EmailField
        label={t('account.confirm-email-field')}
        {...registered('confirmEmail')}
        autoComplete="email"
      />
    </AccountForm>
  )
}
