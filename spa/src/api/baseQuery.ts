import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query'
import { brand } from '../brand/brand'
import { marketOf } from '../market/market'
import { adjustClock } from '../time/clock'
import { recordAnswer } from './connection'
import { type ApiError, unknownError } from './errors'
import { graphqlPath, ordersGraphPath } from './graphql'
import { token } from './token'
import type { Sent } from './tokenAndErrors'

/** Paths with this prefix go to the ordering API without it; all others go to the main API (specification §7). */
const orderingPrefix = '/online-ordering'
const orderingApi = '/api/online-ordering'
const mainApi = '/api'

const isGraph = (path: string) => path === graphqlPath || path === ordersGraphPath

export function urlOf(path: string): string {
  if (isGraph(path)) return path
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
    const url = typeof arg === 'object' ? arg.url : arg
    const bearer = url.endsWith(graphqlPath) ? null : token() // content has no token
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
    if (url.endsWith(ordersGraphPath)) {
      headers.set('brandId', String(brand.id))
      headers.set('countryalpha2', country)
      return
    }
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
  const sending = () => send({ ...call, url }, api, extra)
  const isPublic = caller !== undefined || call.url === graphqlPath // content has no token
  const { data, error, meta } = await (isPublic || !token() ? sending() : sendAsCustomer(sending))
  if (!error) return { data: jsonOrEmpty(data, caller?.read), meta }
  const { status } = error
  if (status === 408) console.warn('Timeout:', call.url)
  else if (isGraph(call.url)) console.warn('GraphQL call failed', status)
  if (typeof status !== 'number') return { error: unknownError(), meta }
  const failed = await tokenAndErrors().then(
    ({ refusal }) => refusal(call.url, status, String(error.data ?? '')),
    unknownError,
  )
  return { error: failed, meta }
}

/** Handles refusals and customers' tokens. Loaded on use: the calls of most first pages need neither. */
const tokenAndErrors = () => import('./tokenAndErrors')

const sendAsCustomer = (sending: () => Sent | PromiseLike<Sent>): Promise<Sent> =>
  tokenAndErrors().then(
    ({ withFreshToken }) => withFreshToken(sending),
    () => ({ error: { status: 'FETCH_ERROR' } as FetchBaseQueryError }),
  )

function jsonOrEmpty(text: unknown, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(String(text))
  } catch {
    return {}
  }
}
