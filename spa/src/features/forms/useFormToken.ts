import { useRef } from 'react'
import { useFormCalls } from './formApi'

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Returns a function that resolves to the form's token once the server accepts it. The first call fetches it; `renew` fetches another.
 * Pages are static, so that a form fetches its token when the guest first focuses it.
 */
export function useFormToken(): (renew?: boolean) => Promise<string> {
  const { fetchToken } = useFormCalls()
  const pending = useRef<Promise<{ token: string; readyAt: number }>>(undefined)
  return async (renew = false) => {
    if (renew) pending.current = undefined
    pending.current ??= fetchToken().then(({ token, wait }) => ({ token, readyAt: Date.now() + wait * 1000 }))
    const fetched = pending.current
    try {
      const { token, readyAt } = await fetched
      const wait = readyAt - Date.now()
      if (wait > 0) await pause(wait)
      return token
    } catch (error) {
      if (pending.current === fetched) pending.current = undefined // the next call retries
      throw error
    }
  }
}
