import { expect, test } from 'vitest'
import { formatPercent } from './percent'

test.each([
  ['8.517', 'en-US', '8.517%'],
  ['9.975', 'fr-CA', '9,975 %'],
  ['5', 'en-CA', '5%'],
  ['13.00', 'en-CA', '13%'],
  ['8.25', 'en-US', '8.25%'],
])('%s in %s is %s', (percent, lang, want) => {
  expect(formatPercent(percent, lang).replaceAll(/\s/g, ' ')).toBe(want)
})
