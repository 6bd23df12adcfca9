import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useForgotPasswordMutation } from '../../api/generated'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/form/Button'
import { EmailField } from '../../ui/form/Field'
import { keepFocusOnPress } from '../../ui/form/keepFocusOnPress'
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
  if (sentTo)
    return (
      <AccountFrame
        title={t('account.forgot-title')}
        heading={t('account.forgot-sent-heading')}
        line={t('account.forgot-sent-line', { email: sentTo })}
        layers={bun}
      >
        <ButtonLink to={paths.page('login') + search}>{t('account.login-title')}</ButtonLink>
        <Button tone="second" onClick={() => setSentTo(undefined)}>
          {t('account.forgot-again')}
        </Button>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title={t('account.forgot-title')}
      heading={t('account.forgot-heading')}
      line={t('account.forgot-line')}
      layers={bun}
    >
      <AccountForm {...state} label={t('account.forgot-submit')}>
        <EmailField label={t('checkout.email')} {...registered('email')} autoComplete="username" />
      </AccountForm>
      <Aside>
        <Link to={paths.page('login') + search} onMouseDown={keepFocusOnPress}>
          {t('account.login-title')}
        </Link>
      </Aside>
    </AccountFrame>
  )
}
