import { useAction as useApiAction } from '../../api/useAction'
import { useAccountProblemText } from './useAccountProblemText'

/** State of buttons that call the API, with the account's texts: `failure` says why the last call failed. */
export function useAction() {
  const { run, busy: isBusy, error: failure } = useApiAction({ wording: useAccountProblemText() })
  return { run, isBusy, failure }
}
