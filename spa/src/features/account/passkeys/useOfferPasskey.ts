import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ApiError } from '../../../api/errors'
import { usePaths } from '../../../market/useMarket'
import { notify } from '../../../ui/overlay/notifications'
import { useAccountProblemText } from '../useAccountProblemText'
import { keepsPasskeys } from './authenticator'
import { endOffer, isOfferEnded, resumeOffer } from './offerState'
import { useAddPasskey } from './useAddPasskey'

/** Returns functions for a customer who just signed in. They work after the page has changed. */
export function useOfferPasskey() {
  const { t } = useTranslation()
  const text = useAccountProblemText()
  const add = useAddPasskey()
  const paths = usePaths()
  const navigate = useNavigate()

  async function attempt(otherwise?: () => void) {
    try {
      if (await add()) return
    } catch (error) {
      notify({ type: 'error', text: text(error as ApiError) })
      // The profile has the dialog that confirms.
      if ((error as ApiError).problem?.code === 'confirm-again')
        void navigate(`${paths.page('profile')}#passkeys`)
    }
    otherwise?.()
  }

  const offer = (line: string, press: () => Promise<void>) =>
    void notify({
      text: line,
      type: 'info',
      closeAfter: 20_000,
      action: { label: t('account.passkey-add'), onPress: () => void press() },
      onDismiss: endOffer,
    })

  return {
    /** Offers a passkey, unless this device cannot keep one, has one, or its customer refused. */
    offerPasskey: async () => {
      if (isOfferEnded() || !(await keepsPasskeys())) return
      resumeOffer()
      offer(t('account.passkey-offer'), attempt)
    },
    /** Adds the passkey of an account without a password. Until that succeeds it stays on offer. */
    addPasskey: function addPasskey(): Promise<void> {
      return attempt(() => offer(t('account.passkey-missing'), addPasskey))
    },
  }
}
