import { useRef, useState } from 'react'
import type { ApiError } from './errors'
import { type Failed, useProblemText } from './useProblemText'

interface ActionOptions {
  /** Text for failures that the guest can only retry. */
  failed?: Failed
  /** Called after a failure. */
  onFailure?: () => void
}

/** State of a button that calls the API. While a call is under way a press does nothing; `error` says why the last one failed. */
export function useAction({ failed, onFailure }: ActionOptions = {}) {
  const wording = useProblemText()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (action: () => Promise<unknown>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (refusal) {
      setError(wording(refusal as ApiError, failed))
      onFailure?.()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, error, setError }
}
