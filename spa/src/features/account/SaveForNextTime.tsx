import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type SignUpInputBody, useSignUpMutation } from '../../api/generated'
import { usePaths } from '../../market/useMarket'
import { Button } from '../../ui/form/Button'
import { keepFocusOnPress } from '../../ui/form/keepFocusOnPress'
import { Failure } from './AccountForm'
import { PasswordForm } from './PasswordForm'
import { keepsPasskeys } from './passkeys/authenticator'
import { storePendingCode } from './pendingCode'
import { useAction } from './useAction'

interface SaveForNextTimeProps {
  /** Contact of the order. */
  contact: Pick<SignUpInputBody, 'firstName' | 'lastName' | 'email' | 'phone'>
  /** Path of the page to which the sign-up returns. */
  from: string
}

/**
 * Signs up a guest who ordered: only a password is missing, or a passkey if this device can keep one. The code of the mail finishes it, as
 * on the sign-up page; a passkey needs the account, so it follows.
 */
export function SaveForNextTime({ contact, from }: SaveForNextTimeProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const navigate = useNavigate()
  const [signUp] = useSignUpMutation()
  const { run, isBusy, failure } = useAction()
  const [hasPasskeys, setHasPasskeys] = useState(false)
  useEffect(() => void keepsPasskeys().then(setHasPasskeys), [])
  /** Signs up with a password, or for a passkey without one. */
  const save = async (password?: string) => {
    const { email } = contact
    const by = { password: password ?? '', confirmPassword: password ?? '', passkey: !password }
    const answer = await signUp({ signUpInputBody: { ...contact, confirmEmail: email, ...by } }).unwrap()
    storePendingCode('signUp', { signUp: answer.signUp, email, passkey: by.passkey })
    void navigate(`${paths.page('confirmEmail')}?return=${encodeURIComponent(from)}`)
  }
  return (
    <>
      <PasswordForm label={t('account.save-submit')} isNew send={save} email={contact.email} isOpened />
      {hasPasskeys && (
        <>
          <Button
            tone="second"
            wide
            aria-busy={isBusy || undefined}
            onMouseDown={keepFocusOnPress}
            onClick={() => void run(() => save())}
          >
            {isBusy ? t('account.busy') : t('account.save-passkey')}
          </Button>
          <Failure text={failure} />
        </>
      )}
    </>
  )
}
