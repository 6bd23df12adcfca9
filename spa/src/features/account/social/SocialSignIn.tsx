import { type CSSProperties, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import apple from 'simple-icons/icons/apple.svg'
import facebook from 'simple-icons/icons/facebook.svg'
import google from 'simple-icons/icons/google.svg'
import { type SocialProvider, useListSocialQuery } from '../../../api/generated'
import { Notice } from '../../../ui/feedback/Notice'
import { Button } from '../../../ui/form/Button'
import { useAccountProblemText } from '../useAccountProblemText'
import { useMailedLink } from '../useMailedLink'
import { allowsSdk } from './document'
import { dialogUrl, type FacebookApp, loadSdk, login, startByItself } from './facebook'
import { type ProviderId, providerNames } from './providers'
import styles from './SocialSignIn.module.css'
import { type SocialFailure, useSocialSignIn } from './useSocialSignIn'

const signs = { google, apple, facebook }

/** Returns the configuration of Facebook, or undefined. */
function facebookOf(configured: readonly SocialProvider[]): FacebookApp | undefined {
  const { appId, version, sdk, dialog } = configured.find(({ id }) => id === 'facebook') ?? {}
  return appId && version && sdk && dialog ? { appId, version, sdk, dialog } : undefined
}

/** Returns the failure in the fragment of the URL, which the server set. */
function failureOf(code: string, provider: string): SocialFailure {
  if (code === 'loginCancelled') return code
  const known = code === 'social-unavailable' ? code : 'social-refused'
  return {
    name: 'API Error',
    status: 401,
    message: '',
    problem: { code: known, message: '', errors: [], params: { provider } },
  }
}

/**
 * The buttons of the configured providers; nothing without one. No file of a provider loads before a press. Google and Apple are pages of
 * their own. Facebook's SDK loads on a press, unless the browser sends Global Privacy Control or this document's policy forbids the SDK:
 * then its dialog is a page, too.
 */
export function SocialSignIn({ autoLoad = false }: { autoLoad?: boolean }) {
  const { t } = useTranslation()
  const text = useAccountProblemText()
  const { data: configured = [] } = useListSocialQuery()
  const { start, beginAt, finish, fail, busy, failed } = useSocialSignIn()
  const answer = useMailedLink()
  const app = facebookOf(configured)
  const useRedirect = !allowsSdk()
  const started = useRef(false)

  useEffect(() => {
    const provider = answer.get('social') as ProviderId | null
    const code = answer.get('code')
    if (started.current || !(provider || app)) return
    started.current = true // effects run twice in development, and a code works once
    if (provider && provider in signs) {
      const error = answer.get('error')
      if (code) void finish({ provider, code })
      else if (error) fail(provider, failureOf(error, providerNames[provider]))
    } else if (app) {
      void startByItself({
        app,
        autoLoad: autoLoad && !useRedirect,
        useRedirect: true, // a page without the SDK sends guests to the dialog
        onSuccess: ({ accessToken, userID }) => void finish({ provider: 'facebook', accessToken, userID }),
        onFail: (failure) => fail('facebook', failure),
        onRedirected: (redirected) => {
          history.replaceState(history.state, '', location.pathname)
          void finish({ provider: 'facebook', ...redirected })
        },
      })
    }
  })

  async function press(provider: ProviderId) {
    if (busy) return
    if (provider === 'facebook' && app && !useRedirect) {
      start(provider)
      await loadSdk(app)
      login({
        onSuccess: ({ accessToken, userID }) => void finish({ provider, accessToken, userID }),
        onFail: (failure) => fail(provider, failure),
      })
      return
    }
    const begun = await beginAt(provider)
    if (begun?.url) location.assign(begun.url)
    else if (begun && app) location.assign(dialogUrl(app, begun))
  }

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
          onClick={() => void press(id)}
        >
          <span
            className={styles.sign}
            style={{ '--sign': `url("${signs[id]}")` } as CSSProperties}
            aria-hidden="true"
          />
          {busy === id ? t('account.busy') : t('account.social-continue', { provider: providerNames[id] })}
        </Button>
      ))}
      {failed && (
        <Notice tone="bad" role="alert">
          <p>{wording(failed.failure, providerNames[failed.provider])}</p>
        </Notice>
      )}
    </div>
  )

  function wording(failure: SocialFailure, provider: string) {
    if (failure === 'loginCancelled') return t('account.social-cancelled', { provider })
    if (failure === 'facebookNotLoaded') return t('account.social-not-loaded', { provider })
    return text(failure)
  }
}
