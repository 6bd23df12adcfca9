import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useLoginCustomerPasskeyMutation, usePasskeyLoginOptionsMutation } from '../../../api/generated'
import { Button } from '../../../ui/form/Button'
import { useHydrated } from '../../../ui/loading/useHydrated'
import { Failure } from '../AccountForm'
import { useAccountProblemText } from '../useAccountProblemText'
import { useSignIn } from '../useSignIn'
import {
  answerWithPasskey,
  endAutofill,
  isApiError,
  supportsAutofill,
  supportsPasskeys,
} from './authenticator'
import { endOffer } from './offerState'

/** A challenge is valid for five minutes: the list of the e-mail field gets a new one before. */
const renewAfter = 4 * 60_000

/** Signs in with a passkey: from the list of the e-mail field (its autocomplete contains "webauthn"), or with its button. */
export function PasskeySignIn() {
  const { t } = useTranslation()
  const text = useAccountProblemText()
  const signIn = useSignIn()
  const isHydrated = useHydrated()
  const [begin] = usePasskeyLoginOptionsMutation()
  const [login] = useLoginCustomerPasskeyMutation()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function attempt(autofill: boolean) {
    try {
      const answer = await answerWithPasskey(await begin().unwrap(), autofill)
      setFailure(undefined)
      if (answer.authenticatorAttachment === 'platform') endOffer()
      signIn(await login({ passkeyLoginInputBody: { answer } }).unwrap(), 'account.login-welcome')
    } catch (error) {
      // A page that only waits for the e-mail field shows no error of the network.
      const refused = isApiError(error) && (!autofill || (error as ApiError).status === 422)
      if (refused) setFailure(text(error as ApiError))
    }
  }

  const waitForField = useEffectEvent(() => void attempt(true))
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    let left = false
    void supportsAutofill().then((supported) => {
      if (!supported || left) return
      waitForField()
      timer = setInterval(waitForField, renewAfter)
    })
    return () => {
      left = true
      clearInterval(timer)
      if (timer) void endAutofill()
    }
  }, [])

  if (!isHydrated || !supportsPasskeys()) return null
  return (
    <>
      <Failure text={failure} />
      <Button
        tone="second"
        wide
        aria-busy={isBusy || undefined}
        onClick={() => {
          setIsBusy(true)
          void attempt(false).finally(() => setIsBusy(false))
        }}
      >
        {isBusy ? t('account.busy') : t('account.passkey-use')}
      </Button>
    </>
  )
}
