import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { speak } from './i18n/i18n'
import { forget } from './time/clock'

// What is loaded when it is needed comes late on a busy machine: that is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => speak('en'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks() // a mock of the document's cookies would stay for the files after this one
  forget() // what an answer of one test said of the server's time would set the clock of the next
})
