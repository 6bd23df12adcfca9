import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FacebookSdk } from './facebook'
import { loginStatus, logoutOfFacebook } from './facebookStatus'

const app = { appId: '1941', version: 'v16.0', sdk: 'https://sdk.example', dialog: 'https://dialog.example' }
const auth = { accessToken: 'a token', userID: '7' }

const sdk = (answer: object = { status: 'connected', authResponse: auth }) =>
  ({
    init: vi.fn(),
    login: vi.fn((done) => done(answer)),
    getLoginStatus: vi.fn((done) => done(answer)),
    api: vi.fn((_path, _fields, done) => done({ id: '7', name: 'Ann' })),
    logout: vi.fn(),
  }) satisfies FacebookSdk

const callbacks = () => ({ onSuccess: vi.fn(), onFail: vi.fn(), onProfile: vi.fn(), onRedirected: vi.fn() })
/** The module, new for each test: it remembers that it loads the SDK. */
let facebook: typeof import('./facebook')
/** The scripts that the page would load. */
let scripts: HTMLScriptElement[]

/** Lets the requested script load, or fail. */
function load(loaded: FacebookSdk | undefined) {
  window.FB = loaded
  if (loaded) window.fbAsyncInit?.()
  else scripts.at(-1)?.onerror?.(new Event('error'))
}

beforeEach(async () => {
  vi.resetModules()
  facebook = await import('./facebook')
  scripts = []
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    scripts.push(script as HTMLScriptElement)
  })
})
afterEach(() => {
  window.FB = undefined
  history.replaceState(null, '', '/')
})

test('the SDK loads once, with the configuration of the specification', async () => {
  const FB = sdk()
  const both = Promise.all([facebook.loadSdk(app), facebook.loadSdk(app)])
  expect(scripts.map((script) => script.src)).toEqual(['https://sdk.example/en_US/sdk.js'])
  load(FB)
  await both
  expect(FB.init.mock.calls).toEqual([
    [{ appId: '1941', version: 'v16.0', xfbml: false, cookie: false, localStorage: true }],
  ])
})

test('a script that failed is loaded again', async () => {
  const first = facebook.loadSdk(app)
  load(undefined)
  await first
  const second = facebook.loadSdk(app)
  load(sdk())
  await second
  expect(window.FB).toBeDefined()
})

test('the status is the one of the SDK, and unknown without it', async () => {
  expect(await loginStatus()).toBe('unknown')
  for (const status of ['connected', 'not_authorized', 'unknown'] as const) {
    window.FB = sdk({ status })
    expect(await loginStatus()).toBe(status)
  }
})

test('a success calls back with the auth response and, if wanted, the profile', () => {
  const FB = sdk()
  window.FB = FB
  const { onSuccess, onFail, onProfile } = callbacks()
  facebook.login({ onSuccess, onFail })
  expect(FB.login.mock.lastCall).toMatchObject([expect.anything(), { scope: 'public_profile,email' }])
  expect(FB.api).not.toHaveBeenCalled()
  facebook.login({ onSuccess, onFail, onProfile })
  expect(FB.api.mock.lastCall).toMatchObject(['/me', { fields: 'name,email,picture' }, onProfile])
  expect(onSuccess.mock.calls).toEqual([[auth], [auth]])
  expect(onProfile).toHaveBeenCalledWith({ id: '7', name: 'Ann' })
  expect(onFail).not.toHaveBeenCalled()
})

test.each([
  ['loginCancelled', sdk({ status: 'unknown', authResponse: null })],
  ['loginCancelled', sdk({ status: 'not_authorized' })],
  ['facebookNotLoaded', undefined],
])('a failure is %s', (failure, FB) => {
  window.FB = FB
  const on = callbacks()
  facebook.login(on)
  expect(on.onFail.mock.calls).toEqual([[failure]])
  expect(on.onSuccess).not.toHaveBeenCalled()
})

test('the dialog has its defaults, and takes others', () => {
  history.replaceState(null, '', '/ca/login?return=%2Fcart#x')
  const url = new URL(facebook.dialogUrl(app))
  expect(url.origin + url.pathname).toBe('https://dialog.example/v16.0/dialog/oauth')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: '1941',
    redirect_uri: `${location.origin}/ca/login`,
    state: 'facebookdirect',
    response_type: 'code',
    scope: 'public_profile,email',
  })
  const other = new URL(
    facebook.dialogUrl(app, {
      redirectUri: 'https://x.example/',
      state: 'facebookdirect.1',
      responseType: 'token',
      challenge: 'c',
    }),
  )
  expect(Object.fromEntries(other.searchParams)).toMatchObject({
    redirect_uri: 'https://x.example/',
    state: 'facebookdirect.1',
    response_type: 'token',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  })
})

test.each([
  ['?code=c&state=facebookdirect.1', { state: 'facebookdirect.1', code: 'c' }],
  ['?code=c&state=facebookdirect', { state: 'facebookdirect', code: 'c' }],
  ['?error=access_denied&state=facebookdirect.1', { state: 'facebookdirect.1' }],
  ['?state=facebookdirect.1', undefined],
  ['?code=c&state=facebookdirectly', undefined],
  ['?code=c', undefined],
  ['', undefined],
])('the page knows whether it was reached from the dialog: %s', (search, want) => {
  expect(facebook.redirected(search)).toEqual(want)
})

test.each([
  { search: '?code=c&state=facebookdirect.1', useRedirect: true, autoLoad: false, does: 'onRedirected' },
  { search: '?code=c&state=facebookdirect.1', useRedirect: true, autoLoad: true, does: 'onRedirected' },
  {
    search: '?error=access_denied&state=facebookdirect.1',
    useRedirect: true,
    autoLoad: false,
    does: 'onFail',
  },
  { search: '?code=c&state=facebookdirect.1', useRedirect: false, autoLoad: true, does: undefined },
  { search: '', useRedirect: false, autoLoad: true, does: 'onSuccess' },
  { search: '', useRedirect: true, autoLoad: true, does: 'onSuccess' },
  { search: '', useRedirect: true, autoLoad: false, does: undefined },
  { search: '', useRedirect: false, autoLoad: false, does: undefined },
])('by itself starts: $does with $search, redirect $useRedirect, autoLoad $autoLoad', async (c) => {
  history.replaceState(null, '', `/login${c.search}`)
  const on = callbacks()
  const { does, useRedirect, autoLoad } = c
  const started = facebook.startByItself({ app, useRedirect, autoLoad, ...on })
  expect(scripts).toHaveLength(does === 'onSuccess' ? 1 : 0)
  load(sdk())
  await started
  for (const name of ['onSuccess', 'onFail', 'onRedirected'] as const)
    expect(on[name]).toHaveBeenCalledTimes(name === does ? 1 : 0)
})

test('a sign-out tells a loaded SDK, removes what it stored, and loads nothing', async () => {
  localStorage.setItem('fblst_1941', 'x')
  localStorage.setItem('cookieConsent', 'x')
  await logoutOfFacebook()
  expect(Object.keys(localStorage)).toEqual(['cookieConsent'])
  expect(scripts).toHaveLength(0)
  const FB = sdk()
  window.FB = FB
  await logoutOfFacebook()
  expect(FB.logout).toHaveBeenCalledOnce()
  window.FB = sdk({ status: 'not_authorized' })
  await logoutOfFacebook()
  expect(window.FB.logout).not.toHaveBeenCalled()
})
