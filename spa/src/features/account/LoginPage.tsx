import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router'
import { useLoginCustomerMutation } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { useMarket } from '../../market/useMarket'
import { EmailField } from '../../ui/form/Field'
import { AccountForm } from './AccountForm'
import { AccountFrame, Aside } from './AccountFrame'
import { loginRules } from './formRules'
import { PasswordField } from './PasswordField'
import { PasskeySignIn } from './passkeys/PasskeySignIn'
import { returnPath } from './returnPath'
import { SocialSignIn } from './social/SocialSignIn'
import { useAccountForm } from './useAccountForm'
import { useSignIn } from './useSignIn'

export function LoginPage() {
  const { t } = useTranslation()
  const market = useMarket()
  const { search } = useLocation()
  const isSignedIn = useSelector(selectSignedIn)
  const [wasSignedIn] = useState(isSignedIn)
  const [login] = useLoginCustomerMutation()
  const signIn = useSignIn()
  const { registered, ...state } = useAccountForm({
    rules: loginRules,
    blank: { email: '', password: '' },
    send: async (loginInputBody) => signIn(await login({ loginInputBody }).unwrap(), 'account.login-welcome'),
  })
  if (wasSignedIn) return <Navigate to={returnPath(search, market)} replace />
  return (
    <AccountFrame
      title={t('account.login-title')}
      heading={t('account.login-heading')}
      line={t('account.login-line')}
    >
      <AccountForm {...state} label={t('account.login-submit')}>
        <EmailField label={t('checkout.email')} {...registered('email')} autoComplete="username webauthn" />
        <PasswordField
          label={t('account.password')}
          {...registered('password')}
          autoComplete="current-password"
        />
      </AccountForm>
      <PasskeySignIn />
      <Aside page="forgotPassword">{t('account.login-forgot')}</Aside>
      <Aside question={t('account.new-here')} page="signup">
        {t('account.signup-title')}
      </Aside>
      <SocialSignIn />
    </AccountFrame>
  )
}
