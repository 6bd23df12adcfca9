import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangePasswordMutation } from '../../../api/generated'
import { Button } from '../../../ui/form/Button'
import { notify } from '../../../ui/overlay/notifications'
import { AccountForm } from '../AccountForm'
import { useConfirmAgain, useReturned } from '../ConfirmAgain'
import { newPasswordRules } from '../formRules'
import { PasswordField } from '../PasswordField'
import { useAccountForm } from '../useAccountForm'
import styles from './Profile.module.css'
import { Section } from './Section'
import { useFocusOnMount } from './useFocusOnMount'

/** Sets a new password. */
export function PasswordSection({ email }: { email: string }) {
  const { t } = useTranslation()
  const returned = useReturned('password')
  const [isOpen = returned !== undefined, setIsOpen] = useState<boolean>()
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => document.getElementById('password')?.focus())
  }
  return (
    <Section id="password" title={t('account.password')} line={t('profile.password-line')}>
      {isOpen ? (
        <NewPassword email={email} onDone={close} />
      ) : (
        <Button tone="second" small className={styles.start} onClick={() => setIsOpen(true)}>
          {t('profile.password-change')}
        </Button>
      )}
    </Section>
  )
}

function NewPassword({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useTranslation()
  const [change] = useChangePasswordMutation()
  const confirmed = useConfirmAgain('password')
  const { form, registered, ...state } = useAccountForm({
    rules: newPasswordRules,
    blank: { password: '' },
    send: async (passwordInputBody) => {
      await confirmed(() => change({ passwordInputBody }).unwrap())
      notify({ type: 'success', text: t('profile.password-changed') })
      onDone()
    },
  })
  useFocusOnMount(() => form.setFocus('password'))
  return (
    <AccountForm {...state} label={t('profile.password-submit')} isPart onCancel={onDone}>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('account.new-password')}
        hint={t('account.password-hint')}
        {...registered('password')}
        autoComplete="new-password"
      />
    </AccountForm>
  )
}
