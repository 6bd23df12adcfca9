import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { recordAnswer } from './api/connection'
import { forgetToken } from './api/storedToken'
import { loadTranslations } from './i18n/i18n'
import './i18n/pageBundles'
import { writeCookie } from './market/storedChoices'
import { resetClock } from './time/clock'
import { clear } from './ui/overlay/notifications'

// Dynamic imports take long on a busy machine; a slow import must not fail a test.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => loadTranslations('en', 'site', 'content', 'form', 'order', 'account'))
// Tests share the modules and the window: nothing that one of them replaces, stores or shows stays for the next.
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await loadTranslations('en')
  if (typeof document === 'undefined') return // a test of the build
  cleanup()
  document.body.innerHTML = ''
  forgetToken()
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; ')) writeCookie(pair.split('=')[0]!, '', 0)
  history.replaceState(null, '', '/')
  clear()
  recordAnswer(null)
  resetClock()
})
