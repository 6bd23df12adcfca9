import { useState } from 'react'
import type { ApiError } from '../../api/errors'
import { useSingleCall } from '../../ui/form/useSingleCall'
import { useAccountProblemText } from './useAccountProblemText'

/** State of buttons that call the API. While a call is under way a press does nothing; `failure` says why the last one failed. */
export function useAction() {
  const text = useAccountProblemText()
  const single = useSingleCall()
  const [failure, setFailure] = useState<string>()
  const run = (action: () => Promise<unknown>) =>
    single.run(() => {
      setFailure(undefined)
      return action().catch((error: ApiError) => setFailure(text(error)))
    })
  return { run, isBusy: single.isBusy, failure }
}
