/** Facebook's SDK as far as the site uses it, with the states and failures of specification §4, §7 and §9. */
export interface FacebookSdk {
  init(options: {
    appId: string
    version: string
    xfbml: boolean
    cookie: boolean
    localStorage: boolean
  }): void
  login(done: (answer: LoginAnswer) => void, options: { scope: string }): void
  getLoginStatus(done: (answer: LoginAnswer) => void): void
  api(path: string, parameters: { fields: string }, done: (profile: Profile) => void): void
  logout(done: () => void): void
}

declare global {
  interface Window {
    FB?: FacebookSdk
    /** Called by the SDK once it is ready. */
    fbAsyncInit?: () => void
  }
}

export type LoginStatus = 'connected' | 'not_authorized' | 'unknown'
export interface AuthResponse {
  accessToken: string
  userID: string
}
export interface Profile {
  id: string
  name?: string
  email?: string
  picture?: { data: { url: string } }
}
interface LoginAnswer {
  status: LoginStatus
  authResponse?: AuthResponse | null
}

/** The guest cancelled or there is no auth response; the SDK is missing at the click. */
export type LoginFailure = 'loginCancelled' | 'facebookNotLoaded'

/** The site at Facebook, as the server configures it. */
export interface FacebookApp {
  appId: string
  version: string
  /** Where the SDK is: connect.facebook.net. */
  sdk: string
  /** Where the dialog is: www.facebook.com. */
  dialog: string
}

export const language = 'en_US'
export const scope = 'public_profile,email'
export const profileFields = 'name,email,picture'

let loading: Promise<void> | undefined

/** Loads the SDK, once. It resolves without the SDK if the script cannot be loaded; the next call tries again. */
export function loadSdk({ appId, version, sdk }: FacebookApp): Promise<void> {
  loading ??= new Promise<void>((resolve) => {
    const script = document.createElement('script')
    window.fbAsyncInit = () => {
      window.FB?.init({ appId, version, xfbml: false, cookie: false, localStorage: true })
      resolve()
    }
    script.onerror = () => {
      script.remove()
      loading = undefined
      resolve()
    }
    script.src = `${sdk}/${language}/sdk.js`
    script.async = true
    document.head.append(script)
  })
  return loading
}

export interface LoginCallbacks {
  onSuccess: (auth: AuthResponse) => void
  onFail: (failure: LoginFailure) => void
  /** Asks for the profile after a success. */
  onProfile?: (profile: Profile) => void
}

/** Opens the SDK's dialog. The browser allows its window only soon after a click. */
export function login({ onSuccess, onFail, onProfile }: LoginCallbacks) {
  const { FB } = window
  if (!FB) return onFail('facebookNotLoaded')
  FB.login(
    ({ authResponse }) => {
      if (!authResponse) return onFail('loginCancelled')
      onSuccess(authResponse)
      if (onProfile) FB.api('/me', { fields: profileFields }, onProfile)
    },
    { scope },
  )
}

interface DialogParameters {
  redirectUri?: string
  state?: string
  responseType?: string
  /** PKCE challenge (S256). */
  challenge?: string
}

/** State of the dialog without an attempt of the server. States of attempts begin with it. */
export const dialogState = 'facebookdirect'

/** Returns the address of the dialog that leads back to the current page. */
export function dialogUrl(
  { appId, version, dialog }: FacebookApp,
  {
    redirectUri = location.origin + location.pathname,
    state = dialogState,
    responseType = 'code',
    challenge,
  }: DialogParameters = {},
): string {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    state,
    response_type: responseType,
    scope,
  })
  if (challenge) {
    query.set('code_challenge', challenge)
    query.set('code_challenge_method', 'S256')
  }
  return `${dialog}/${version}/dialog/oauth?${query}`
}

/** Parameters that the dialog added to the page's URL; undefined if the guest did not come from the dialog. */
export interface Redirected {
  state: string
  /** Missing if the guest cancelled. */
  code?: string
}

export function redirected(search: string): Redirected | undefined {
  const query = new URLSearchParams(search)
  const state = query.get('state') ?? ''
  const ours = state === dialogState || state.startsWith(`${dialogState}.`)
  if (!ours || !(query.has('code') || query.has('error'))) return undefined
  return { state, code: query.get('code') ?? undefined }
}

interface StartOptions extends LoginCallbacks {
  app: FacebookApp
  /** Starts without a press. */
  autoLoad: boolean
  /** Leads to the dialog as a page instead of opening a window. */
  useRedirect: boolean
  /** Takes the code of the dialog. */
  onRedirected: (redirected: { state: string; code: string }) => void
}

/**
 * Runs when the page opens. In redirect mode it finishes a sign-in that came back from the dialog. Otherwise, with autoLoad, it starts a
 * sign-in. Only the latter loads the SDK.
 */
export async function startByItself(options: StartOptions) {
  const { app, autoLoad, useRedirect, onRedirected, onFail } = options
  const back = redirected(location.search)
  if (back) {
    if (!useRedirect) return
    if (back.code) onRedirected({ state: back.state, code: back.code })
    else onFail('loginCancelled')
  } else if (autoLoad) {
    await loadSdk(app)
    login(options)
  }
}
