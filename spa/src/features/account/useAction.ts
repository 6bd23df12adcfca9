import { useRef, useState } from 'react'
import type { ApiError } from '../../api/errors'
import { useAccountProblemText } from './useAccountProblemText'

/** State of buttons that call the API. While a call is under way a press does nothing; `failure` says why the last one failed. */
export function useAction() {
  const text = useAccountProblemText()
  const running = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function run(action: () => Promise<unknown>) {
    if (running.current) return
    running.current = true
    setIsBusy(true)
    setFailure(undefined)
    try {
      await action()
    } catch (error) {
      setFailure(text(error as ApiError))
    } finally {
      running.current = false
      setIsBusy(false)
    }
  }
  return { run, isBusy, failure }
}
