import { useTranslation } from 'react-i18next'
import { AccountForm, type AccountFormProps } from './AccountForm'
import { newPasswordRules, passwordRules } from './formRules'
import { PasswordField } from './PasswordField'
import { useFocusOnMount } from './profile/useFocusOnMount'
import { type Refusals, useAccountForm } from './useAccountForm'

interface PasswordFormProps extends Pick<AccountFormProps, 'label' | 'isPart' | 'onCancel'> {
  /** Label of the field; by default "Password". */
  field?: string
  /** True for a password that the guest chooses here. */
  isNew?: boolean
  send: (password: string) => Promise<unknown>
  refusals?: Refusals<'password'>
  /** Address with which password managers save the password. */
  email?: string
  /** True if a press opened it: the field gets the focus. */
  isOpened?: boolean
}

/** A form that asks for a password. */
export function PasswordForm(props: PasswordFormProps) {
  const { field, label, isNew, send, refusals, email, isOpened, isPart, onCancel } = props
  const { t } = useTranslation()
  const { form, registered, ...state } = useAccountForm({
    rules: isNew ? newPasswordRules : passwordRules,
    blank: { password: '' },
    refusals,
    send: ({ password }) => send(password),
  })
  useFocusOnMount(() => isOpened && form.setFocus('password'))
  return (
    <AccountForm {...state} label={label} isPart={isPart} onCancel={onCancel}>
      {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        label={field ?? t('account.password')}
        hint={isNew ? t('account.password-hint') : undefined}
        {...registered('password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
    </AccountForm>
  )
}
