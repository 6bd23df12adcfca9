import { useState } from 'react'
import type { ApiError } from '../../api/errors'
import type { Basket } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { focusHeading } from '../../ui/page/focusHeading'

/** Focuses the page's heading if a change removed the focused element. */
export const focusIfLost = () =>
  void requestAnimationFrame(() => document.activeElement === document.body && focusHeading())

/** Runs a basket change; `error` holds its failure until the next run. */
export function useAsyncAction() {
  const wording = useProblemText()
  const [error, setError] = useState<string>()
  const run = async (
    change: Promise<Basket | undefined>,
    failed?: 'app.failed-add' | 'app.failed-remove',
  ) => {
    setError(undefined)
    try {
      const after = await change
      focusIfLost()
      return after
    } catch (refusal) {
      setError(wording(refusal as ApiError, failed))
    }
  }
  return { run, error }
}
