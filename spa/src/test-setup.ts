import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { loadTranslations } from './i18n/i18n'
import { resetClock } from './time/clock'

// What is loaded when it is needed comes late on a busy machine: that is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => loadTranslations('en'))
afterEach(() => {
  cleanup()
  resetClock() // what an answer of one test said of the server's time would set the clock of the next
})
