import { useState } from 'react'
import { useSingleCall } from '../ui/form/useSingleCall'
import type { ApiError } from './errors'
import { type Failed, useProblemText } from './useProblemText'

interface ActionOptions {
  /** Text for failures that the guest can only retry. */
  failed?: Failed
  /** Words a refusal. By default useProblemText does. */
  wording?: (refusal: ApiError, failed?: Failed) => string
  /** Called after a failure. */
  onFailure?: () => void
}

/** State of a button that calls the API. While a call is under way a press does nothing; `error` says why the last one failed. */
export function useAction({ failed, wording, onFailure }: ActionOptions = {}) {
  const problemText = useProblemText()
  const single = useSingleCall()
  const [error, setError] = useState<string>()
  const run = (action: () => Promise<unknown>) =>
    single.run(() => {
      setError(undefined)
      return action().catch((refusal: ApiError) => {
        setError((wording ?? problemText)(refusal, failed))
        onFailure?.()
      })
    })
  return { run, busy: single.isBusy, error, setError }
}
