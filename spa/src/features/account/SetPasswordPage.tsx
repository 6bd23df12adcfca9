import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { useSetPasswordMutation } from '../../api/generated'
import { forgetToken } from '../../api/storedToken'
import { anyBurger } from '../../food/burgers'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { focusHeading } from '../../ui/page/focusHeading'
import { AccountFrame } from './AccountFrame'
import { PasswordForm } from './PasswordForm'
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
  const [setPassword] = useSetPasswordMutation()
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
  const send = async (password: string) => {
    try {
      await setPassword({ setInputBody: { reset, link, password } }).unwrap()
      forgetToken()
      setIsDone(true)
    } catch (error) {
      if ((error as ApiError).problem?.code !== 'link-expired') throw error
      setRefused(link)
    }
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
      <PasswordForm
        key={link}
        field={t('account.new-password')}
        label={t('account.set-submit')}
        isNew
        send={send}
      />
    </AccountFrame>
  )
}
