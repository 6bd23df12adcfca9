import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ApiError } from '../../../api/errors'
import {
  type SocialLoginInputBody,
  useBeginSocialMutation,
  useLoginCustomerSocialMutation,
} from '../../../api/generated'
import { useMarket, usePaths } from '../../../market/useMarket'
import { storePendingCode } from '../pendingCode'
import { returnPath } from '../returnPath'
import { useSignIn } from '../useSignIn'
import type { ProviderId } from './providers'

/** How a sign-in at a provider ended without a session. */
export type SocialFailure = 'loginCancelled' | 'facebookNotLoaded' | ApiError

/** The calls of a sign-in at a provider: to begin at it, and to finish with its answer. */
export function useSocialSignIn() {
  const market = useMarket()
  const paths = usePaths()
  const { search } = useLocation()
  const navigate = useNavigate()
  const signIn = useSignIn()
  const [begin] = useBeginSocialMutation()
  const [login] = useLoginCustomerSocialMutation()
  const [busy, setBusy] = useState<ProviderId>()
  const [failed, setFailed] = useState<{ provider: ProviderId; failure: SocialFailure }>()

  function fail(provider: ProviderId, failure: SocialFailure) {
    setBusy(undefined)
    setFailed({ provider, failure })
  }

  function start(provider: ProviderId) {
    setBusy(provider)
    setFailed(undefined)
  }

  /** Begins an attempt. Undefined if the call failed. */
  async function beginAt(provider: ProviderId) {
    start(provider)
    try {
      const isPage = [paths.page('login'), paths.page('signup')].includes(location.pathname)
      const beginInputBody = {
        page: isPage ? location.pathname : paths.page('login'),
        returnTo: returnPath(search, market),
      }
      return await begin({ provider, beginInputBody }).unwrap()
    } catch (error) {
      fail(provider, error as ApiError)
    }
  }

  /** Signs in with the answer of a provider. An address that the provider did not verify leads to the page of the mailed code. */
  async function finish(answer: SocialLoginInputBody) {
    start(answer.provider)
    try {
      const { token, expires, firstName, signUp, email, returnTo } = await login({
        socialLoginInputBody: answer,
      }).unwrap()
      const from = returnTo ? `?${new URLSearchParams({ return: returnTo })}` : search
      if (signUp) {
        storePendingCode('signUp', { signUp, email: email ?? '' })
        void navigate(paths.page('confirmEmail') + from, { replace: true })
      } else if (token && expires) {
        signIn({ token, expires, firstName: firstName ?? '' }, 'account.login-welcome', from)
      }
    } catch (error) {
      fail(answer.provider, error as ApiError)
    }
  }

  return { start, beginAt, finish, fail, busy, failed }
}
