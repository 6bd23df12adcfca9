import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import apple from 'simple-icons/icons/apple.svg'
import facebook from 'simple-icons/icons/facebook.svg'
import google from 'simple-icons/icons/google.svg'
import type { ApiError } from '../../../api/errors'
import {
  type SocialLoginInputBody,
  type SocialProvider,
  useBeginSocialMutation,
  useListSocialQuery,
  useLoginCustomerSocialMutation,
} from '../../../api/generated'
import { useMarket, usePaths } from '../../../market/useMarket'
import { Button } from '../../../ui/form/Button'
import { Failure } from '../AccountForm'
import { storePendingCode } from '../pendingCode'
import { returnPath } from '../returnPath'
import { useMailedLink } from '../useMailedLink'
import { useSignIn } from '../useSignIn'
import { allowsSdk } from './document'
import { dialogUrl, type FacebookApp, type LoginCallbacks, loadSdk, login, startByItself } from './facebook'
import { type ProviderId, providerNames } from './providers'
import styles from './SocialSignIn.module.css'
import { useProviderFailureText } from './useProviderFailureText'

const signs = { google, apple, facebook }

/** Returns the configuration of Facebook, or undefined. */
function facebookOf(configured: readonly SocialProvider[]): FacebookApp | undefined {
  const { appId, version, sdk, dialog } = configured.find(({ id }) => id === 'facebook') ?? {}
  return appId && version && sdk && dialog ? { appId, version, sdk, dialog } : undefined
}

/**
 * The buttons of the configured providers; nothing without one. No file of a provider loads before a press. Google and Apple are pages of
 * their own. Facebook's SDK loads on a press, unless the browser sends Global Privacy Control or this document's policy forbids the SDK:
 * then its dialog is a page, too.
 */
export function SocialSignIn({ autoLoad = false }: { autoLoad?: boolean }) {
  const { t } = useTranslation()
  const failureText = useProviderFailureText()
  const market = useMarket()
  const paths = usePaths()
  const { search } = useLocation()
  const navigate = useNavigate()
  const signIn = useSignIn()
  const { data: configured = [] } = useListSocialQuery()
  const [begin] = useBeginSocialMutation()
  const [exchange] = useLoginCustomerSocialMutation()
  const [busy, setBusy] = useState<ProviderId>()
  const [failure, setFailure] = useState<string>()
  const answer = useMailedLink()
  const app = facebookOf(configured)
  const useRedirect = !allowsSdk()
  const started = useRef(false)

  function fail(provider: ProviderId, reason: string | ApiError) {
    setBusy(undefined)
    setFailure(failureText(reason, provider))
  }

  /** Runs a step of a sign-in. After a success the button stays busy: the guest leaves the page. */
  async function attempt(provider: ProviderId, step: () => Promise<unknown>) {
    setBusy(provider)
    setFailure(undefined)
    await step().catch((error: ApiError) => fail(provider, error))
  }

  /** Signs in with the answer of a provider. An address that the provider did not verify leads to the page of the mailed code. */
  const finish = (socialLoginInputBody: SocialLoginInputBody) =>
    attempt(socialLoginInputBody.provider, async () => {
      const { token, expires, firstName, signUp, email, returnTo } = await exchange({
        socialLoginInputBody,
      }).unwrap()
      const from = returnTo ? `?${new URLSearchParams({ return: returnTo })}` : search
      if (signUp) {
        storePendingCode('signUp', { signUp, email: email ?? '' })
        void navigate(paths.page('confirmEmail') + from, { replace: true })
      } else if (token && expires) {
        signIn({ token, expires, firstName: firstName ?? '' }, 'account.login-welcome', from)
      }
    })

  const sdk: LoginCallbacks = {
    onSuccess: ({ accessToken, userID }) => void finish({ provider: 'facebook', accessToken, userID }),
    onFail: (reason) => fail('facebook', reason),
  }

  useEffect(() => {
    const provider = answer.get('social') as ProviderId | null
    const code = answer.get('code')
    if (started.current || !(provider || app)) return
    started.current = true // effects run twice in development, and a code works once
    if (provider && provider in signs) {
      const error = answer.get('error')
      if (code) void finish({ provider, code })
      else if (error) fail(provider, error)
    } else if (app) {
      void startByItself({
        app,
        autoLoad: autoLoad && !useRedirect,
        useRedirect: true, // a page without the SDK sends guests to the dialog
        ...sdk,
        onRedirected: (redirected) => {
          history.replaceState(history.state, '', location.pathname)
          void finish({ provider: 'facebook', ...redirected })
        },
      })
    }
  })

  const press = (provider: ProviderId) =>
    attempt(provider, async () => {
      if (provider === 'facebook' && app && !useRedirect) {
        await loadSdk(app)
        login(sdk)
        return
      }
      const isPage = [paths.page('login'), paths.page('signup')].includes(location.pathname)
      const page = isPage ? location.pathname : paths.page('login')
      const beginInputBody = { page, returnTo: returnPath(search, market) }
      const begun = await begin({ provider, beginInputBody }).unwrap()
      const url = begun.url || (app && dialogUrl(app, begun))
      if (url) location.assign(url)
    })

  if (configured.length === 0) return null
  return (
    <div className={styles.social}>
      <p className={styles.or}>{t('account.social-or')}</p>
      {configured.map(({ id }) => (
        <Button
          key={id}
          tone="second"
          wide
          aria-busy={busy === id || undefined}
          onClick={() => busy || void press(id)}
        >
          <span
            className={styles.sign}
            style={{ '--sign': `url("${signs[id]}")` } as CSSProperties}
            aria-hidden="true"
          />
          {busy === id ? t('account.busy') : t('account.social-continue', { provider: providerNames[id] })}
        </Button>
      ))}
      <Failure text={failure} />
    </div>
  )
}
