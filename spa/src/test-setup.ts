import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { loadTranslations } from './i18n/i18n'
import './i18n/pageBundles'
import { resetClock } from './time/clock'

// Dynamic imports take long on a busy machine; a slow import must not fail a test.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => loadTranslations('en', 'site', 'content', 'form', 'order', 'account'))
// Tests share the modules and the window: nothing that one of them replaces stays for the next.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  cleanup()
  resetClock()
})
