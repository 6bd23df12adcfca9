import { useTranslation } from 'react-i18next'
import { useAddPasskeyMutation, usePasskeyOptionsMutation } from '../../../api/generated'
import { notify } from '../../../ui/overlay/notifications'
import { useConfirmAgain } from '../ConfirmAgain'
import { createPasskey } from './authenticator'
import { endOffer } from './offerState'

/**
 * Returns a function that creates a passkey on this device and adds it to the account. It reports whether the device has one now: otherwise
 * the customer cancelled. It throws the errors of the API.
 */
export function useAddPasskey() {
  const { t } = useTranslation()
  const [begin] = usePasskeyOptionsMutation()
  const [add] = useAddPasskeyMutation()
  const confirmed = useConfirmAgain('passkeys')
  return async (): Promise<boolean> => {
    const options = await confirmed(() => begin().unwrap())
    const answer = await createPasskey(options).catch((error: Error) => error)
    if (answer instanceof Error) {
      if (answer.name !== 'InvalidStateError') return false
      notify({ type: 'info', text: t('account.passkey-here') })
    } else {
      await add({ addPasskeyInputBody: { answer } }).unwrap()
      notify({ type: 'success', text: t('account.passkey-added') })
    }
    endOffer()
    return true
  }
}
