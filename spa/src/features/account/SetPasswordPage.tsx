import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { useSetPasswordMutation } from '../../api/generated'
import { forgetToken } from '../../api/storedToken'
import { anyBurger } from '../../food/burgers'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { focusHeading } from '../../ui/page/focusHeading'
import { AccountForm } from './AccountForm'
import { AccountFrame } from './AccountFrame'
import { newPasswordRules } from './formRules'
import { PasswordField } from './PasswordField'
import { useAccountForm } from './useAccountForm'
import { useMailedLink } from './useMailedLink'

const withSauce = ['heel', 'lettuce', 'tomato', 'patty', 'cheese', 'bbq', 'crown']
const withoutSauce = new Set([`${withSauce.indexOf('bbq')}`])

const cold = new Set(anyBurger.map((_, n) => `${n}`))

/** The page of the mailed link: a new password, which ends every session. */
export function SetPasswordPage() {
  const { t } = useTranslation()
  const paths = usePaths()
  const mailed = useMailedLink()
  const reset = mailed.get('reset')
  const link = mailed.get('link')
  const [isDone, setIsDone] = useState(false)
  const [refused, setRefused] = useState<string>()
  const title = t('account.set-title')
  if (isDone)
    return (
      <AccountFrame
        title={title}
        heading={t('account.set-done-heading')}
        line={t('account.set-done-line')}
        layers={withSauce}
      >
        <ButtonLink to={paths.page('login')}>{t('account.login-title')}</ButtonLink>
      </AccountFrame>
    )
  if (!reset || !link || link === refused)
    return (
      <AccountFrame
        title={title}
        heading={t('account.cold-heading')}
        line={t(refused ? 'account.cold-used' : 'account.cold-line')}
        missing={cold}
      >
        <ButtonLink to={paths.page('forgotPassword')}>{t('account.cold-again')}</ButtonLink>
      </AccountFrame>
    )
  const done = () => {
    forgetToken()
    setIsDone(true)
    requestAnimationFrame(focusHeading)
  }
  const refuse = () => {
    setRefused(link)
    requestAnimationFrame(focusHeading)
  }
  return (
    <AccountFrame
      title={title}
      heading={t('account.set-heading')}
      line={t('account.set-line')}
      layers={withSauce}
      missing={withoutSauce}
    >
      <NewPassword key={link} reset={reset} link={link} onDone={done} onRefused={refuse} />
    </AccountFrame>
  )
}

interface NewPasswordProps {
  reset: string
  link: string
  onDone: () => void
  /** The link is used or too old. */
  onRefused: () => void
}

function NewPassword({ reset, link, onDone, onRefused }: NewPasswordProps) {
  const { t } = useTranslation()
  const [setPassword] = useSetPasswordMutation()
  const { registered, ...state } = useAccountForm({
    rules: newPasswordRules,
    blank: { password: '' },
    send: async ({ password }) => {
      try {
        await setPassword({ setInputBody: { reset, link, password } }).unwrap()
        onDone()
      } catch (error) {
        if ((error as ApiError).problem?.code !== 'link-expired') throw error
        onRefused()
      }
    },
  })
  return (
    <AccountForm {...state} label={t('account.set-submit')}>
      <PasswordField
        label={t('account.new-password')}
        hint={t('account.password-hint')}
        {...registered('password')}
        autoComplete="new-password"
      />
    </AccountForm>
  )
}
