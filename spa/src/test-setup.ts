import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { speak } from './i18n/i18n'

// What is loaded when it is needed comes late on a busy machine: that is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => speak('en'))
afterEach(cleanup)
