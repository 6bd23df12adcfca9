import type { LoginStatus } from './facebook'

/** Returns the guest's status at Facebook; unknown without the SDK. */
export const loginStatus = () =>
  new Promise<LoginStatus>((resolve) => {
    if (window.FB) window.FB.getLoginStatus(({ status }) => resolve(status))
    else resolve('unknown')
  })

/** Signs out at Facebook if this page has its SDK, and removes what the SDK has stored. It never loads the SDK. */
export async function logoutOfFacebook() {
  try {
    if ((await loginStatus()) === 'connected') window.FB?.logout(() => {})
    for (const key of Object.keys(localStorage)) if (/^fb(lst|lo)_/.test(key)) localStorage.removeItem(key)
  } catch {
    // The site's own sign-out continues.
  }
}
