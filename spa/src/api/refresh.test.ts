import { beforeEach, expect, test, vi } from 'vitest'
import { baseQuery } from './baseQuery'
import { forgetToken, storeToken } from './storedToken'
import { readSession, token } from './token'

const answer = vi.fn<(request: Request) => Response | Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) =>
    Promise.resolve(
      answer(
        new Request(
          new URL(input instanceof Request ? input.url : input, location.href),
          input instanceof Request ? input : init,
        ),
      ),
    ),
  )
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const fresh = (value: string) => Response.json({ token: value, expires: inMinutes(10), firstName: 'Ann' })
const refused = (code: string) => Response.json({ code, message: code, errors: [] }, { status: 401 })
const pathOf = ([request]: [Request]) => new URL(request.url).pathname
const bearers = () =>
  answer.mock.calls
    .filter((call) => !pathOf(call).endsWith('/refresh'))
    .map(([request]) => request.headers.get('authorization'))
const refreshes = () => answer.mock.calls.filter((call) => pathOf(call).endsWith('/refresh')).length

const read = async () => {
  const api = { signal: new AbortController().signal, getState: () => ({}), endpoint: 'x', type: 'query' }
  return baseQuery({ url: '/menu' }, api as never, {})
}
const call = async () => {
  const api = { signal: new AbortController().signal, getState: () => ({}), endpoint: 'x', type: 'mutation' }
  const headers = { 'Idempotency-Key': 'one' }
  return baseQuery({ url: '/online-ordering/orders', method: 'POST', body: {}, headers }, api as never, {})
}

test('a token that is about to expire is refreshed before the call', async () => {
  storeToken('old', inMinutes(0.4), 'Anna')
  answer.mockImplementation((r) => (r.url.endsWith('/refresh') ? fresh('new') : Response.json({})))
  expect(await call()).toMatchObject({ data: {} })
  expect(bearers()).toEqual(['Bearer new'])
})

test('a refresh keeps the name that the profile has', async () => {
  storeToken('old', inMinutes(0.4), 'Annabel')
  answer.mockImplementation((r) => (r.url.endsWith('/refresh') ? fresh('new') : Response.json({})))
  await call()
  expect(readSession()).toMatchObject({ token: 'new', user: '{"firstName":"Annabel"}' })
})

test('a refused token is refreshed once, and the call is repeated with its key', async () => {
  storeToken('old', inMinutes(5), 'Anna')
  answer.mockImplementation((r) => {
    if (r.url.endsWith('/refresh')) return fresh('new')
    return r.headers.get('authorization') === 'Bearer old'
      ? refused('token-expired')
      : Response.json({ a: 1 })
  })
  expect(await call()).toMatchObject({ data: { a: 1 } })
  expect(bearers()).toEqual(['Bearer old', 'Bearer new'])
  const keys = answer.mock.calls.map(([r]) => r.headers.get('idempotency-key')).filter(Boolean)
  expect(keys).toEqual(['one', 'one'])
})

test('calls at the same time share a refresh', async () => {
  storeToken('old', inMinutes(0), 'Anna')
  answer.mockImplementation((r) => (r.url.endsWith('/refresh') ? fresh('new') : Response.json({})))
  await Promise.all(Array.from({ length: 20 }, call))
  expect(refreshes()).toBe(1)
})

test('tabs take turns, and the second uses the token of the first', async () => {
  let turn = Promise.resolve()
  const request = vi.fn((_: string, work: () => Promise<unknown>) => {
    const done = turn.then(() => {
      storeToken('another', inMinutes(10), 'Anna') // meanwhile
      return work()
    })
    turn = done.then(() => undefined)
    return done
  })
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  storeToken('old', inMinutes(0), 'Anna')
  answer.mockImplementation(() => Response.json({}))
  await call()
  expect(request).toHaveBeenCalledWith('session', expect.any(Function))
  expect(refreshes()).toBe(0)
  expect(bearers()).toEqual(['Bearer another'])
})

test('a guest whose session has ended goes on as a guest, on the same page', async () => {
  storeToken('old', inMinutes(0), 'Anna')
  answer.mockImplementation((r) =>
    r.url.endsWith('/refresh') ? refused('session-ended') : Response.json({ a: 1 }),
  )
  const before = location.href
  expect(await call()).toMatchObject({ data: { a: 1 } })
  expect(bearers()).toEqual([null])
  expect(token()).toBeNull()
  expect(location.href).toBe(before)
})

test('a refresh answered after the sign-out does not sign in', async () => {
  storeToken('old', inMinutes(0), 'Anna')
  answer.mockImplementation((r) => {
    if (!r.url.endsWith('/refresh')) return Response.json({})
    forgetToken()
    return fresh('new')
  })
  await call()
  expect(token()).toBeNull()
  expect(bearers()).toEqual([null])
})

test.each([
  ['without a connection', () => Promise.reject(new TypeError('offline'))],
  ['by a busy server', () => new Response('', { status: 503 })],
])('after a refresh that failed %s, the token is kept and no change is sent as a guest', async (_, of) => {
  storeToken('old', inMinutes(0), 'Anna')
  answer.mockImplementation((r) => (r.url.endsWith('/refresh') ? of() : refused('token-expired')))
  expect(await call()).toMatchObject({ error: { status: 500 } })
  expect(bearers()).toEqual(['Bearer old'])
  expect(refreshes()).toBe(1)
  expect(token()).toBe('old')
})

// The API answers a read with an expired token as a guest's. It refuses a token of a replaced key.
test.each([
  ['with the expired token', false, ['Bearer old']],
  ['without a token of a replaced key', true, ['Bearer old', null]],
])('after a refresh that failed, a page is read %s', async (_, isRefused, expected) => {
  storeToken('old', inMinutes(0), 'Anna')
  answer.mockImplementation((r) => {
    if (r.url.endsWith('/refresh')) return new Response('', { status: 503 })
    return isRefused && r.headers.has('authorization') ? refused('token-invalid') : Response.json({ a: 1 })
  })
  expect(await read()).toMatchObject({ data: { a: 1 } })
  expect(bearers()).toEqual(expected)
  expect(token()).toBe('old')
})

test("after a refresh that failed, customers' own data is unreachable and they stay signed in", async () => {
  storeToken('old', inMinutes(0), 'Anna')
  answer.mockImplementation((r) => {
    if (r.url.endsWith('/refresh')) return new Response('', { status: 503 })
    return refused(r.headers.has('authorization') ? 'token-expired' : 'sign-in')
  })
  expect(await read()).toMatchObject({ error: { status: 500 } })
  expect(token()).toBe('old')
})

test('a token that is refused after the refresh too is not refreshed again', async () => {
  storeToken('old', inMinutes(5), 'Anna')
  answer.mockImplementation((r) => (r.url.endsWith('/refresh') ? fresh('new') : refused('token-invalid')))
  history.replaceState(null, '', '/login')
  expect(await call()).toMatchObject({ error: { status: 401 } })
  expect(refreshes()).toBe(1)
})
