import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { token } from '../../../api/token'
import { storeObjection } from '../../../market/privacy'
import { renderAt } from '../../../renderAt'
import { pendingCode } from '../pendingCode'
import type { FacebookSdk } from './facebook'
import { SocialSignIn } from './SocialSignIn'

const facebook = {
  id: 'facebook',
  appId: '1941',
  version: 'v16.0',
  sdk: 'https://sdk.example',
  dialog: 'https://dialog.example',
}
/** Answers of the API by path. */
let answers: Record<string, unknown>
const calls = vi.fn<(path: string, body: unknown) => void>()
let scripts: HTMLScriptElement[]

beforeEach(() => {
  scripts = []
  answers = {
    '/api/auth/social': [{ id: 'google' }, { id: 'apple' }, facebook],
    '/api/auth/login/customer/social': {
      token: 'abc',
      expires: '2100-01-01T00:00:00Z',
      firstName: 'Ann',
      returnTo: '/cart',
    },
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    if (request.method === 'POST' && path.startsWith('/api/auth/')) calls(path, await request.json())
    const answer = answers[path]
    return answer instanceof Response ? answer : Response.json(answer ?? {})
  })
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    scripts.push(script as HTMLScriptElement)
  })
})
afterEach(() => {
  Reflect.deleteProperty(Navigator.prototype, 'globalPrivacyControl')
  window.FB = undefined
  history.replaceState(null, '', '/')
})

/** Opens the page at a path of the browser and of the router. */
function visit(path: string) {
  history.replaceState(null, '', path)
  const rendered = renderAt(path, <SocialSignIn />)
  return {
    ...rendered,
    at: () => rendered.router.state.location.pathname + rendered.router.state.location.search,
  }
}
const press = async (provider: string) =>
  act(
    async () =>
      void fireEvent.click(await screen.findByRole('button', { name: `Continue with ${provider}` })),
  )

test('nothing is shown and nothing loads without a configured provider', async () => {
  answers['/api/auth/social'] = []
  const { container } = visit('/login')
  await act(async () => {})
  expect(container.innerHTML).toBe('')
})

test('nothing of a provider loads before a press', async () => {
  visit('/login')
  await screen.findByRole('button', { name: 'Continue with Facebook' })
  expect(scripts).toHaveLength(0)
  expect(calls).not.toHaveBeenCalled()
})

test('a press of Google begins an attempt with the return path, and leaves for Google', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  answers['/api/auth/social/google'] = { url: 'https://accounts.example/?state=1', state: '1' }
  visit('/login?return=%2Fcheckout')
  await press('Google')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://accounts.example/?state=1'))
  expect(calls.mock.calls).toEqual([['/api/auth/social/google', { page: '/login', returnTo: '/checkout' }]])
})

test('the one-time code is exchanged once, and leaves the address', async () => {
  const { at } = visit('/login#social=google&code=xyz')
  await waitFor(() => expect(at()).toBe('/cart'))
  expect(calls.mock.calls).toEqual([['/api/auth/login/customer/social', { provider: 'google', code: 'xyz' }]])
  expect(token()).toBe('abc')
  expect(location.hash).toBe('')
})

test.each([
  ['loginCancelled', 'No hard feelings: Google did not sign you in.'],
  ['social-unavailable', 'Google does not answer. Try again in a moment, or sign in with your email'],
  ['social-refused', 'This sign-in could not be checked. Start it again'],
  ['order-not-found', 'This sign-in could not be checked. Start it again'],
])('a failure in the address is told: %s', async (code, text) => {
  visit(`/login#social=google&error=${code}`)
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect(calls).not.toHaveBeenCalled()
})

test('Facebook signs in with the token of its SDK, which loads on the press', async () => {
  visit('/login')
  await press('Facebook')
  expect(scripts.map(({ src }) => src)).toEqual(['https://sdk.example/en_US/sdk.js'])
  const answer = { status: 'connected' as const, authResponse: { accessToken: 'a token', userID: '7' } }
  window.FB = { init: vi.fn(), login: vi.fn((done) => done(answer)) } as unknown as FacebookSdk
  act(() => window.fbAsyncInit?.())
  await waitFor(() => expect(token()).toBe('abc'))
  expect(calls.mock.calls).toEqual([
    ['/api/auth/login/customer/social', { provider: 'facebook', accessToken: 'a token', userID: '7' }],
  ])
})

test.each([
  [
    'Global Privacy Control',
    () =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true }),
  ],
  ['an objection of the browser', storeObjection],
])('under %s Facebook is a page of its own: no SDK loads', async (_, object) => {
  object()
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  answers['/api/auth/social/facebook'] = { state: 'facebookdirect.1', challenge: 'c' }
  visit('/login')
  await press('Facebook')
  await waitFor(() => expect(assign).toHaveBeenCalled())
  const url = new URL(String(assign.mock.lastCall?.[0]))
  expect(url.origin).toBe('https://dialog.example')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    state: 'facebookdirect.1',
    code_challenge: 'c',
  })
  expect(scripts).toHaveLength(0)
})

test('a page reached from the dialog goes on by itself; an address that is not verified gets a code by mail', async () => {
  answers['/api/auth/login/customer/social'] = { signUp: 's', email: 'ann@example.com', returnTo: '/cart' }
  const { at } = visit('/login?code=c&state=facebookdirect.1')
  await waitFor(() => expect(at()).toBe('/confirm-email?return=%2Fcart'))
  expect(calls.mock.calls).toEqual([
    ['/api/auth/login/customer/social', { provider: 'facebook', code: 'c', state: 'facebookdirect.1' }],
  ])
  expect(pendingCode('signUp')).toEqual({ signUp: 's', email: 'ann@example.com' })
  expect(scripts).toHaveLength(0)
})
