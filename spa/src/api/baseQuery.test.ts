import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeWith } from '../renderAt'
import { resetClock, serverNow } from '../time/clock'
import { baseQuery, urlOf } from './baseQuery'
import { defaultMessage } from './errors'
import { generated } from './generated'
import { graphqlPath, ordersGraphPath } from './graphql'
import { storeToken } from './storedToken'

const answer = vi.fn<(request: Request) => Response | Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', (request: Request) => Promise.resolve(answer(request)))
  history.replaceState(null, '', '/')
})
// Connection state is global: reset it so that later tests start online and without the five-second retry.

const call = async (args: Parameters<typeof baseQuery>[0]) => {
  const api = { signal: new AbortController().signal, getState: () => ({}), endpoint: 'x', type: 'query' }
  const { data, error } = await baseQuery(args, api as never, {})
  return error ? { error } : { data }
}

test.each([
  ['ordering', '/online-ordering/orders/1', '/api/online-ordering/orders/1'],
  ['main', '/my-profile/orders', '/api/my-profile/orders'],
  ['only a like beginning', '/online-orderings', '/api/online-orderings'],
])('%s paths', (_, path, want) => {
  expect(urlOf(path)).toBe(want)
})

describe('headers', () => {
  test('contain brand, country and language of the page', async () => {
    history.replaceState(null, '', '/ca/fr-ca/cart')
    answer.mockReturnValue(new Response('{}'))
    await call('/online-ordering/locations')
    const { headers } = answer.mock.calls[0]![0]
    const names = ['brand-id', 'platform-id', 'X-Tenant-Id', 'country-alpha-2', 'Accept-Language']
    expect(names.map((name) => headers.get(name))).toEqual(['3', 'web', 'big-deal-burger', 'CA', 'fr-ca'])
    expect(headers.has('authorization')).toBe(false)
  })

  test('of GraphQL calls contain only brand and country, under other names', async () => {
    history.replaceState(null, '', '/ca/fr-ca/company/our-story')
    storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
    answer.mockReturnValue(new Response('{"data":{}}'))
    await call({ url: graphqlPath, method: 'POST', body: { query: '{brand{id}}' } })
    const request = answer.mock.calls[0]![0]
    expect(new URL(request.url).pathname).toBe('/content/graphql')
    const ours = [...request.headers].filter(([name]) => !['accept', 'content-type'].includes(name))
    expect(ours).toEqual([
      ['brandId', '3'],
      ['countryalpha2', 'CA'],
    ])
  })

  test('of the orders graph contain the token too', async () => {
    storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
    answer.mockReturnValue(new Response('{"data":{}}'))
    await call({ url: ordersGraphPath, method: 'POST', body: { query: '{me{email}}' } })
    const request = answer.mock.calls[0]![0]
    expect(new URL(request.url).pathname).toBe('/graphql')
    const names = [...request.headers]
      .map(([name]) => name)
      .filter((name) => !/^(accept|content-type)$/.test(name))
    expect(names.sort()).toEqual(['Authorization', 'brandId', 'countryalpha2'])
  })

  test.each(['\u0000', '“token”', 'a b', '\u{1f354}', ''])('omit the invalid token %j', async (kept) => {
    localStorage.setItem('jwt_token', kept)
    answer.mockReturnValue(new Response('{}'))
    await call('/online-ordering/locations')
    expect(answer.mock.calls[0]![0].headers.has('authorization')).toBe(false)
  })

  test('contain the token if there is one', async () => {
    storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
    answer.mockReturnValue(new Response('{}'))
    await call('/online-ordering/locations')
    expect(answer.mock.calls[0]![0].headers.get('authorization')).toBe('Bearer abc')
  })

  test('send a body as JSON', async () => {
    answer.mockReturnValue(new Response('{}'))
    await call({ url: '/online-ordering/orders', method: 'POST', body: { a: 1 } })
    const request = answer.mock.calls[0]![0]
    expect(request.headers.get('content-type')).toBe('application/json')
    expect(await request.text()).toBe('{"a":1}')
  })
})

test.each([
  ['JSON', '{"a":1}', { a: 1 }],
  ['nothing', '', {}],
  ['no JSON', '<p>hello</p>', {}],
])('an answer of %s', async (_, body, data) => {
  answer.mockReturnValue(new Response(body))
  expect(await call('/online-ordering/x')).toEqual({ data })
})

test.each([
  ['an array of strings', 422, '["name is missing","phone is short"]', 'Name is missing.\nPhone is short'],
  ['a message', 400, '{"message":"not so"}', 'Not so.'],
  ['a message with one error', 400, '{"message":"not so","errors":["a"]}', 'Not so.'],
  ['a message with errors', 400, '{"message":"not so","errors":["a","b"]}', 'Not so: a, b.'],
  ['a message that ends with a period', 409, '{"message":"Not here."}', 'Not here.'],
  ['a plain string', 500, 'the kitchen is on fire', 'the kitchen is on fire'],
  ['a quoted string', 500, '"closed"', 'closed'],
  ['an HTML page', 502, '<!DOCTYPE html><title>Bad gateway</title>', defaultMessage],
  ['an HTML page without doctype', 502, '\n<html><body>no</body></html>', defaultMessage],
  ['nothing', 503, '', defaultMessage],
  ['an empty array', 500, '[]', defaultMessage],
  ['an object without message', 500, '{"a":1}', defaultMessage],
])('a refusal with %s', async (_, status, body, message) => {
  answer.mockReturnValue(new Response(body, { status }))
  expect(await call('/online-ordering/x')).toEqual({ error: { name: 'API Error', status, message } })
})

test('a problem keeps all its fields beside its message', async () => {
  const problem = {
    code: 'amount-too-low',
    message: 'order amount too low',
    errors: [],
    params: { missing: 5 },
  }
  answer.mockReturnValue(new Response(JSON.stringify(problem), { status: 422 }))
  expect(await call('/online-ordering/x')).toEqual({
    error: { name: 'API Error', status: 422, message: 'Order amount too low.', problem },
  })
})

test('a network error becomes status 500 with the default message', async () => {
  answer.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await call('/online-ordering/x')).toEqual({
    error: { name: 'Error', status: 500, message: defaultMessage },
  })
})

describe('a 401', () => {
  test('removes the token and opens the sign-in page of the market, which leads back', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    history.replaceState(null, '', '/ca/fr-ca/user-profile?page=2')
    storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
    answer.mockReturnValue(new Response('', { status: 401 }))
    await call('/my-profile/orders')
    expect(localStorage.getItem('jwt_token')).toBeNull()
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      '/ca/fr-ca/login?return=%2Fca%2Ffr-ca%2Fuser-profile%3Fpage%3D2',
    )
  })

  test('does not navigate on the sign-in page', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    history.replaceState(null, '', '/login')
    answer.mockReturnValue(new Response('', { status: 401 }))
    await call('/my-profile/orders')
    expect(assign).not.toHaveBeenCalled()
  })

  test('of a wrong password keeps the session', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
    answer.mockReturnValue(Response.json({ code: 'credentials-wrong', message: '' }, { status: 401 }))
    await call({ url: '/auth/customer/change-password', method: 'POST' })
    expect(assign).not.toHaveBeenCalled()
    expect(localStorage.getItem('jwt_token')).toBe('abc')
  })

  test.each(['/auth/login/customer', '/auth/login/customer/social', '/auth/customer/set-password'])(
    'of %s is the form’s own',
    async (path) => {
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
      answer.mockReturnValue(new Response('', { status: 401 }))
      await call({ url: path, method: 'POST' })
      expect(assign).not.toHaveBeenCalled()
    },
  )
})

test('a 408 is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  answer.mockReturnValue(new Response('', { status: 408 }))
  await call('/online-ordering/x')
  expect(warn).toHaveBeenCalledExactlyOnceWith('Timeout:', '/online-ordering/x')
  expect(assign).not.toHaveBeenCalled()
})

describe('a failed GraphQL call is logged', () => {
  const ask = { url: graphqlPath, method: 'POST', body: { operationName: 'Pages' } }
  test.each([
    ['a refusal', () => new Response('', { status: 400 }), 400],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'FETCH_ERROR'],
  ])('%s', async (_, failure, status) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    answer.mockImplementation(failure)
    await call(ask)
    expect(warn).toHaveBeenCalledExactlyOnceWith('GraphQL call failed', status)
  })

  test('but not a failed REST call', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    answer.mockReturnValue(new Response('', { status: 500 }))
    await call('/online-ordering/x')
    expect(warn).not.toHaveBeenCalled()
  })
})

test('a search text reaches the server unchanged', async () => {
  answer.mockReturnValue(new Response('{}'))
  const store = storeWith()
  await store.dispatch(generated.endpoints.listLocations.initiate({ q: 'Montréal, QC & co' }))
  expect(new URL(answer.mock.calls[0]![0].url).searchParams.get('q')).toBe('Montréal, QC & co')
})

test('a cached answer does not set the clock', async () => {
  resetClock()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 18) })
  const long = 'Fri, 20 Nov 2020 18:00:00 GMT'
  answer.mockReturnValue(new Response('{}', { headers: { date: new Date().toUTCString(), 'x-kept': long } }))
  await call('/online-ordering/locations/slug/brookside-tulsa')
  answer.mockReturnValue(new Response('{}', { headers: { date: long, 'x-kept': long } }))
  await call('/online-ordering/locations/slug/brookside-tulsa')
  expect(serverNow()).toEqual(new Date())
})
