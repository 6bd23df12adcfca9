import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query'
import { brand } from '../brand/brand'
import { marketOf } from '../market/market'
import { adjustClock } from '../time/clock'
import { recordAnswer } from './connection'
import { type ApiError, apiError, unknownError } from './errors'
import { graphqlPath } from './graphql'
import { forgetToken, token } from './token'

/** Paths with this prefix go to the ordering API without it; all others go to the main API (specification §7). */
const orderingPrefix = '/online-ordering'
const orderingApi = '/api/online-ordering'
const mainApi = '/api'

/** A 401 from these paths is an answer to the sign-in form, not an expired session. */
const signInPaths = [/^\/auth\/login\/customer/, /^\/auth\/customer\/(forgot|set)-password$/]

export function urlOf(path: string): string {
  if (path === graphqlPath) return path
  const ordering = path === orderingPrefix || path.startsWith(`${orderingPrefix}/`)
  return ordering ? orderingApi + path.slice(orderingPrefix.length) : mainApi + path
}

/** Request context of server-side rendering, passed as the store's extra argument. */
export interface Caller {
  /** Origin of the API. */
  origin: string
  /** Path of the page. */
  path: string
  /** Parses the body of a response. */
  read: (text: string) => unknown
}

/** Returns the path of the page. */
const pathOf = (extra: unknown) => (extra as Caller | undefined)?.path ?? location.pathname

const send = fetchBaseQuery({
  baseUrl: '',
  responseHandler: 'text',
  // Longer than the longest function timeout (payment, 25 s), so that a hanging call does not block later ones forever.
  timeout: 30_000,
  // Resolve fetch per call, so that tests can replace it.
  fetchFn: async (...request) => {
    const sent = Date.now()
    const response = await fetch(...request)
    const cachedAt = response.headers.get('x-kept')
    recordAnswer(cachedAt)
    if (!cachedAt) adjustClock(response.headers.get('date'), sent, Date.now(), response.headers.get('age'))
    return response
  },
  prepareHeaders: (headers, { arg, extra }) => {
    const { country, locale } = marketOf(pathOf(extra))
    if (typeof arg === 'object' && arg.url.endsWith(graphqlPath)) {
      headers.set('brandId', String(brand.id))
      headers.set('countryalpha2', country)
      return
    }
    const bearer = token()
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
    headers.set('brand-id', String(brand.id))
    headers.set('platform-id', brand.platformId)
    headers.set('X-Tenant-Id', brand.tenantId)
    headers.set('country-alpha-2', country)
    headers.set('Accept-Language', locale)
  },
})

/** Metadata of a response: its headers, for endpoints that read an ETag. */
type Meta = FetchBaseQueryMeta

/** The REST helper of specification §7 and §8: URLs, headers, JSON or {}, one error shape, 401 and 408 rules. Logs GraphQL errors. */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, object, Meta> = async (
  args,
  api,
  extra,
) => {
  const call = typeof args === 'string' ? { url: args } : args
  const caller = api.extra as Caller | undefined
  const url = (caller?.origin ?? '') + urlOf(call.url)
  const { data, error, meta } = await send({ ...call, url }, api, extra)
  if (!error) return { data: jsonOrEmpty(data, caller?.read), meta }
  const { status } = error
  if (status === 408) console.warn('Timeout:', call.url)
  else if (call.url === graphqlPath) console.warn('GraphQL call failed', status)
  if (typeof status !== 'number') return { error: unknownError(), meta }
  if (status === 401) signOut(call.url)
  return { error: apiError(status, String(error.data ?? '')), meta }
}

function jsonOrEmpty(text: unknown, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(String(text))
  } catch {
    return {}
  }
}

/** The session expired: remove the token and go to the sign-in page, unless the guest is already there. */
function signOut(path: string) {
  if (signInPaths.some((p) => p.test(path))) return
  forgetToken()
  const login = `${marketOf(location.pathname).prefix}/login`
  if (location.pathname !== login) location.assign(login)
}
