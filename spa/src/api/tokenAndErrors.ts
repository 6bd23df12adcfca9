import type { FetchBaseQueryError, FetchBaseQueryMeta, QueryReturnValue } from '@reduxjs/toolkit/query'
import { marketOf } from '../market/market'
import { pathsOf } from '../market/paths'
import { apiError } from './apiError'
import type { ApiError } from './errors'
import { refreshToken } from './refresh'
import { forgetToken, tokenExpires } from './storedToken'
import { token } from './token'

/** The answer of a sent call. */
export type Sent = QueryReturnValue<unknown, FetchBaseQueryError, FetchBaseQueryMeta>

/** A 401 from these paths is an answer to the sign-in form, not an expired session. */
const signInPaths = [/^\/auth\/login\/customer/, /^\/auth\/customer\/(forgot|set)-password$/]

/** A 401 with these codes is about what was sent, not about the session. */
const sentWrong: unknown[] = ['credentials-wrong', 'social-refused']

/**
 * Sends a call with a token that has not expired, and again after one refresh if the token was refused: the same call with the same
 * idempotency key. If the session has ended, the guest goes on without it. If the refresh fails, the token is kept for later: the API
 * answers a read with an expired token as a guest's, and refuses a change, so that no order is placed as a guest by accident.
 */
export async function withFreshToken(sending: () => Sent | PromiseLike<Sent>): Promise<Sent> {
  const failed = token() && tokenExpires() && (await refreshToken(token())) === 'failed'
  const sent = token()
  const answer = await sending()
  const code = answer.error?.status === 401 && apiError(401, String(answer.error.data ?? '')).problem?.code
  if (!sent || (code !== 'token-expired' && code !== 'token-invalid')) return answer
  if (failed || (await refreshToken(sent)) === 'failed') return readAsGuest(answer.meta)
  return sending()
}

/** Repeats a refused read without its token: its key may have been replaced. Changes and customers' own data stay unreachable. */
async function readAsGuest(meta: FetchBaseQueryMeta | undefined): Promise<Sent> {
  if (meta?.request.method !== 'GET') return unreachable
  const headers = new Headers(meta.request.headers)
  headers.delete('Authorization')
  try {
    const response = await fetch(new Request(meta.request, { headers }))
    const data = await response.text()
    if (response.ok) return { data, meta: { ...meta, response } }
    return response.status === 401 ? unreachable : { error: { status: response.status, data }, meta }
  } catch {
    return unreachable
  }
}

/** The answer if the refresh failed and it is unknown whether the session has ended. */
const unreachable: Sent = { error: { status: 'FETCH_ERROR', error: 'the session was not refreshed' } }

/** Returns the error of a refused call. A 401 leads to the sign-in page. */
export function refusal(path: string, status: number, body: string): ApiError {
  const error = apiError(status, body)
  if (status === 401) leave(path, error)
  return error
}

/** Handles the end of the session after a 401: removes the token and goes to the sign-in page, which leads back to the current page. */
function leave(path: string, { problem }: ApiError) {
  if (signInPaths.some((p) => p.test(path)) || sentWrong.includes(problem?.code)) return
  forgetToken()
  const { pathname, search } = location
  const { login } = pathsOf(marketOf(pathname))
  if (pathname !== login()) location.assign(login(pathname + search))
}
