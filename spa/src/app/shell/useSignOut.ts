import type { UnknownAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { api } from '../../api/api'
import { forgetToken } from '../../api/storedToken'
import { token } from '../../api/token'
import { guestForgotten } from '../../basket/basketSession'
import { choiceCookies } from '../../basket/keptChoice'
import { logoutOfFacebook } from '../../features/account/social/facebookStatus'
import { draftCleared } from '../../features/checkout/draft'
import { forgetPlaced } from '../../features/checkout/placed'
import { readStored, writeCookie, writeStored } from '../../market/storedChoices'
import { usePaths } from '../../market/useMarket'
import { cartCache, menuCache } from '../../offline/constants'
import { notify } from '../../ui/overlay/notifications'
import { orderStepReached } from './uiSlice'

/** Keys of a guest's data in cookies and local storage. Consent and language are not among them: they belong to the browser. */
const guestKeys = [...choiceCookies, 'quote', 'quotecateringId', 'quoteCountry', 'placed']

/** Storage key that announces a sign-out to other tabs. The removed token is no such sign: an expired session keeps the cart. */
const signedOut = 'signedOut'

/** Storage key of a sign-out that the server has not confirmed. */
const signOutPending = 'signOutPending'

/** Returns a function that signs out: it ends the session on the server, forgets the guest, and opens the home page. */
export function useSignOut() {
  const { t } = useTranslation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const { home } = usePaths()
  return () => {
    void endSession()
    void logoutOfFacebook()
    forgetGuest(dispatch)
    writeStored(signedOut, String(Date.now()))
    writeStored(signedOut, null)
    notify({ type: 'success', text: t('shell.signed-out') })
    void navigate(home)
  }
}

/** Forgets the guest when another tab signs out. */
export function useSignOutOfOtherTabs() {
  const dispatch = useDispatch()
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => key === signedOut && newValue && forgetGuest(dispatch)
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [dispatch])
}

function forgetGuest(dispatch: (action: UnknownAction) => void) {
  forgetToken()
  for (const name of guestKeys) {
    writeStored(name, null)
    writeCookie(name, '', 0)
  }
  try {
    sessionStorage.clear() // what is typed and not sent, and steps that wait for a code or an answer
  } catch {
    // Nothing is stored.
  }
  forgetPlaced()
  dispatch(guestForgotten())
  dispatch(draftCleared())
  dispatch(orderStepReached(0))
  dispatch(api.util.resetApiState())
  for (const cache of [cartCache, menuCache]) void window.caches?.delete(cache)
}

/** Ends the session on the server. A failure is logged and remembered for the next load: this browser has forgotten the token already. */
async function endSession() {
  writeStored(signOutPending, 'true')
  try {
    const { ok, status } = await fetch('/api/auth/logout/customer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      keepalive: true,
    })
    if (ok) writeStored(signOutPending, null)
    else console.warn('sign-out failed', status)
  } catch (error) {
    console.warn('sign-out failed', error)
  }
}

/**
 * Repeats a sign-out that has not reached the server, at load and when the connection is back, unless a customer has signed in since:
 * their session has replaced the old one.
 */
export function useRepeatedSignOut() {
  useEffect(() => {
    const repeat = () => {
      if (!readStored(signOutPending)) return
      if (token()) writeStored(signOutPending, null)
      else void endSession()
    }
    repeat()
    addEventListener('online', repeat)
    return () => removeEventListener('online', repeat)
  }, [])
}
