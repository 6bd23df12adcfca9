import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Navigate, useLocation } from 'react-router'
import type { ApiError } from '../../api/errors'
import { useConfirmCustomerEmailMutation, useSendVerificationEmailMutation } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { anyBurger } from '../../food/burgers'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { focusHeading } from '../../ui/page/focusHeading'
import styles from './AccountForm.module.css'
import { AccountFrame, Aside } from './AccountFrame'
import { CodeForm } from './CodeForm'
import { PasswordForm } from './PasswordForm'
import { type PendingSignUp, pendingCode } from './pendingCode'
import { returnPath } from './returnPath'
import { useMailedLink } from './useMailedLink'
import { useSignIn } from './useSignIn'

const withoutCrown = new Set([`${anyBurger.length - 1}`])
const nothingMissing: ReadonlySet<string> = new Set()

/** Finishes a sign-up: with the code of the mail in the browser of the sign-up, or with the mail's link in any other. */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const mailed = useMailedLink()
  const [pending] = useState(() => pendingCode('signUp'))
  const signUp = mailed.get('signUp')
  const link = mailed.get('link')
  if (signUp && link) return <ByLink key={link} signUp={signUp} link={link} />
  if (pending) return <ByCode {...pending} />
  return <StartOver heading={t('account.code-lost-heading')} line={t('account.code-lost-line')} />
}

/** There is nothing to confirm. */
function StartOver({ heading, line }: { heading: string; line: string }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { search } = useLocation()
  return (
    <AccountFrame title={t('account.code-title')} heading={heading} line={line} missing={withoutCrown}>
      <ButtonLink to={paths.page('signup') + search}>{t('account.signup-title')}</ButtonLink>
      <ButtonLink tone="second" to={paths.page('login') + search}>
        {t('account.login-title')}
      </ButtonLink>
    </AccountFrame>
  )
}

function ByCode({ signUp, email, passkey }: PendingSignUp) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { search } = useLocation()
  const signIn = useSignIn()
  const [confirm] = useConfirmCustomerEmailMutation()
  const [renew] = useSendVerificationEmailMutation()
  const [typed, setTyped] = useState('')
  const market = useMarket()
  const isSignedIn = useSelector(selectSignedIn)
  // The mail's link finished the sign-up in another tab: the code is used up.
  if (isSignedIn) return <Navigate to={returnPath(search, market)} replace />
  const isComplete = typed.replaceAll(/\D/g, '').length === 6
  return (
    <AccountFrame
      title={t('account.code-title')}
      heading={t('account.code-heading')}
      line={t('account.code-line')}
      missing={isComplete ? nothingMissing : withoutCrown}
    >
      <CodeForm
        hint={t('account.code-hint', { email })}
        label={t('account.code-submit')}
        confirm={async (code) => {
          const token = await confirm({ confirmInputBody: { signUp, code } }).unwrap()
          signIn(token, 'account.signup-welcome', search, passkey)
        }}
        renew={() => renew({ resendInputBody: { signUp } }).unwrap()}
        onType={setTyped}
        startOver={<ButtonLink to={paths.page('signup') + search}>{t('account.signup-title')}</ButtonLink>}
      >
        <div className={styles.group}>
          {passkey && <p>{t('account.code-passkey')}</p>}
          <p>{t('account.code-nothing')}</p>
        </div>
      </CodeForm>
      <Aside page="signup">{t('account.code-other')}</Aside>
    </AccountFrame>
  )
}

/** The link may be opened by another person than the guest who signed up: it asks for the password. */
function ByLink({ signUp, link }: { signUp: string; link: string }) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  const [isCold, setIsCold] = useState(false)
  const [confirm] = useConfirmCustomerEmailMutation()
  const send = async (password: string) => {
    try {
      const token = await confirm({ confirmInputBody: { signUp, link, password } }).unwrap()
      signIn(token, 'account.signup-welcome')
    } catch (error) {
      if ((error as ApiError).problem?.code !== 'link-expired') throw error
      setIsCold(true)
      requestAnimationFrame(focusHeading) // the form is gone
    }
  }
  if (isCold) return <StartOver heading={t('account.cold-heading')} line={t('account.link-cold')} />
  return (
    <AccountFrame
      title={t('account.code-title')}
      heading={t('account.code-heading')}
      line={t('account.link-line')}
      missing={withoutCrown}
    >
      <PasswordForm
        label={t('account.code-submit')}
        send={send}
        refusals={{ 'credentials-wrong': { field: 'password', text: t('account.link-wrong') } }}
      />
      <Aside page="login">{t('account.login-title')}</Aside>
    </AccountFrame>
  )
}
