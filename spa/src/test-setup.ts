import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { speak } from './i18n/i18n'

beforeAll(() => speak('en'))
afterEach(cleanup)
