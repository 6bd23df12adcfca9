import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { Token } from '../../api/generated'
import { storeToken } from '../../api/storedToken'
import { pageOf } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import { notify } from '../../ui/overlay/notifications'
import { postponeOffer } from './passkeys/offerState'
import { useOfferPasskey } from './passkeys/useOfferPasskey'
import { storePendingCode } from './pendingCode'
import { returnPath } from './returnPath'
import { useHandover } from './useHandover'

/** The pages where an order is being filled in: nothing else is offered there. */
const formPages: ReadonlySet<string | undefined> = new Set(['checkout', 'payment'])
const isForm = (path: string) => formPages.has(pageOf(new URL(path, location.origin).pathname))

/**
 * Returns a function that signs in with the token of an answer, greets the customer, and returns to where the guest was: the page's query
 * names it, or `from`, a query like it. It then offers a passkey, or adds the one that the customer chose at the sign-up.
 */
export function useSignIn() {
  const { t } = useTranslation()
  const market = useMarket()
  const { search } = useLocation()
  const navigate = useNavigate()
  const handOver = useHandover()
  const { offerPasskey, addPasskey } = useOfferPasskey()
  return (
    { token, expires, firstName }: Token,
    greeting: 'account.login-welcome' | 'account.signup-welcome',
    from = search,
    wantsPasskey = false,
  ) => {
    const path = returnPath(from, market)
    storePendingCode('signUp')
    storeToken(token, expires, firstName)
    notify({ type: 'success', text: firstName ? t(greeting, { name: firstName }) : t('account.welcome') })
    void handOver()
    if (wantsPasskey) void addPasskey()
    else if (isForm(path)) postponeOffer()
    else void offerPasskey()
    void navigate(path, { replace: true })
  }
}
