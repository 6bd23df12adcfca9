import { expect, test } from 'vitest'
import { formatPhone } from './formatPhone'

test.each([
  ['+19185550177', 'en-US', '(918)\u00a0555-0177'],
  ['9185550177', 'en-US', '(918)\u00a0555-0177'],
  ['1 918.555.0177', 'en-CA', '(918)\u00a0555-0177'],
  ['(514) 555-0177', 'fr-CA', '514\u00a0555-0177'],
  ['+15145550177', 'fr-CA', '514\u00a0555-0177'],
  ['+442079460000', 'en-US', '+442079460000'],
  ['+353 1 234 5678', 'en-US', '+353 1 234 5678'],
])('%s in %s', (phone, lang, want) => {
  expect(formatPhone(phone, lang)).toBe(want)
})
