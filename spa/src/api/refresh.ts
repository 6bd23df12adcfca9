import { parseUser } from './firstName'
import { forgetToken, storeToken } from './storedToken'
import { readSession, token } from './token'

/** The result of a refresh. After `failed` the session may still exist, so its data is kept. */
export type Refreshed = 'signed-in' | 'guest' | 'failed'

let running: Promise<Refreshed> | undefined

/**
 * Replaces an access token by a new one, with the session's cookie. Tabs share the cookie and take turns: one that waited uses the token
 * that another tab has stored.
 */
export function refreshToken(old: string | null): Promise<Refreshed> {
  running ??= inTurn(() => refreshUnlessDone(old)).finally(() => {
    running = undefined
  })
  return running
}

/** Without the Web Locks API (iOS before 15.4) tabs may refresh at the same time, which the server allows. */
const inTurn = (work: () => Promise<Refreshed>) =>
  navigator.locks ? navigator.locks.request('session', work) : work()

async function refreshUnlessDone(old: string | null): Promise<Refreshed> {
  const current = token()
  if (current !== old) return current ? 'signed-in' : 'guest'
  try {
    const response = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(30_000),
    })
    if (response.status === 401) {
      forgetToken()
      return 'guest'
    }
    if (!response.ok) return 'failed'
    const answer: { token: string; expires: string; firstName: string } = await response.json()
    if (token() !== old) return 'guest' // signed out meanwhile
    // The session has the name of the sign-in; the profile may have a newer one.
    storeToken(answer.token, answer.expires, parseUser(readSession().user).firstName ?? answer.firstName)
    return 'signed-in'
  } catch {
    return 'failed'
  }
}
