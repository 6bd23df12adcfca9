import { useState } from 'react'
import type { ApiError } from '../../api/errors'
import type { Basket } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { focusHeading } from '../../ui/page/focusHeading'

/** Waits for a change of the cart: `error` says why it was refused, until the next one. */
export function useAsyncAction() {
  const wording = useProblemText()
  const [error, setError] = useState<string>()
  const run = async (change: Promise<Basket>, failed?: 'app.failed-add' | 'app.failed-remove') => {
    setError(undefined)
    try {
      const after = await change
      // What had the focus may have left the page with the change.
      requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
      return after
    } catch (refusal) {
      setError(wording(refusal as ApiError, failed))
    }
  }
  return { run, error }
}
