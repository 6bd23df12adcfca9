import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useForgotPasswordMutation } from '../../api/generated'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/form/Button'
import { EmailField } from '../../ui/form/Field'
import { focusHeading } from '../../ui/page/focusHeading'
import { AccountForm } from './AccountForm'
import { AccountFrame, Aside } from './AccountFrame'
import { emailRules } from './formRules'
import { useAccountForm } from './useAccountForm'

/** The burger without fillings: only its bun. */
const bun = ['heel', 'crown']

/** Mails a link for a new password. The page answers the same whether or not the address has an account: the mail says which. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const paths = usePaths()
  const { search } = useLocation()
  const [sentTo, setSentTo] = useState<string>()
  const [forgot] = useForgotPasswordMutation()
  const { registered, ...state } = useAccountForm({
    rules: emailRules,
    blank: { email: '' },
    send: async (forgotInputBody) => {
      await forgot({ forgotInputBody }).unwrap()
      setSentTo(forgotInputBody.email)
      requestAnimationFrame(focusHeading)
    },
  })
  return (
    <AccountFrame
      title={t('account.forgot-title')}
      heading={t(sentTo ? 'account.forgot-sent-heading' : 'account.forgot-heading')}
      line={sentTo ? t('account.forgot-sent-line', { email: sentTo }) : t('account.forgot-line')}
      layers={bun}
    >
      {sentTo ? (
        <>
          <ButtonLink to={paths.page('login') + search}>{t('account.login-title')}</ButtonLink>
          <Button tone="second" onClick={() => setSentTo(undefined)}>
            {t('account.forgot-again')}
          </Button>
        </>
      ) : (
        <>
          <AccountForm {...state} label={t('account.forgot-submit')}>
            <EmailField label={t('checkout.email')} {...registered('email')} autoComplete="username" />
          </AccountForm>
          <Aside page="login">{t('account.login-title')}</Aside>
        </>
      )}
    </AccountFrame>
  )
}
