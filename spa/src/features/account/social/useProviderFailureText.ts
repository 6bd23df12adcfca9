import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useAccountProblemText } from '../useAccountProblemText'
import { type ProviderId, providerNames } from './providers'

/** Returns a function that says why a sign-in at a provider failed: by a code of the SDK or of the URL, or by the error of a call. */
export function useProviderFailureText() {
  const { t } = useTranslation()
  const text = useAccountProblemText()
  return (failure: string | ApiError, id: ProviderId) => {
    const provider = providerNames[id]
    if (failure === 'loginCancelled') return t('account.social-cancelled', { provider })
    if (failure === 'facebookNotLoaded') return t('account.social-not-loaded', { provider })
    if (typeof failure !== 'string') return text(failure)
    const code = failure === 'social-unavailable' ? failure : 'social-refused'
    return text({ code, message: '', params: { provider } })
  }
}
