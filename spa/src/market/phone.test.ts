import { expect, test } from 'vitest'
import { formatPhone } from './phone'

test.each([
  ['+19185550177', '(918)\u00a0555-0177'],
  ['+442079460000', '+442079460000'],
])('%s', (e164, want) => {
  expect(formatPhone(e164)).toBe(want)
})
