import { useEffect, useState } from 'react'
import { useOnline } from '../../api/connection'
import type { ApiError } from '../../api/errors'
import type { Basket } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { focusHeading } from '../../ui/page/focusHeading'

/** Focuses the page's heading, or what `refocus` focuses, if a change removed the focused element. */
export const focusIfLost = (refocus: () => unknown = focusHeading) =>
  void requestAnimationFrame(() => document.activeElement === document.body && refocus())

/** Holds an error, which goes when the connection is back. */
export function useError() {
  const online = useOnline()
  const [error, setError] = useState<string>()
  useEffect(() => {
    if (online) setError(undefined)
  }, [online])
  return [error, setError] as const
}

/** Runs a basket change. `error` holds its failure until the next run; `pending` is true while one runs. */
export function useAsyncAction() {
  const wording = useProblemText()
  const [error, setError] = useError()
  const [running, setRunning] = useState(0)
  const run = async (
    change: Promise<Basket | undefined>,
    failed?: 'app.failed-add' | 'app.failed-remove',
    refocus?: () => unknown,
  ) => {
    setError(undefined)
    setRunning((n) => n + 1)
    try {
      const after = await change
      focusIfLost(refocus)
      return after
    } catch (refusal) {
      setError(wording(refusal as ApiError, failed))
    } finally {
      setRunning((n) => n - 1)
    }
  }
  return { run, error, pending: running > 0 }
}
