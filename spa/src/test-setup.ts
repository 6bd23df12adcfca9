import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { loadTranslations } from './i18n/i18n'
import './i18n/pageBundles'
import { resetClock } from './time/clock'

// Dynamic imports take long on a busy machine; a slow import must not fail a test.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => loadTranslations('en'))
afterEach(() => {
  cleanup()
  resetClock() // the clock offset of one test must not affect the next
})
