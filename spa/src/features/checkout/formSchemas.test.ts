import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { billingSchema } from './formSchemas'

/** States and postal codes by country; '' holds those that are valid in neither. The server's test reads the same file. */
const cases = JSON.parse(readFileSync('shared/guest/testdata/billing.json', 'utf8')) as Record<
  'states' | 'codes',
  Record<string, string[]>
>

/** Returns the first broken rule of the state and of the postal code. */
function findings(state: string, zip: string): (string | undefined)[] {
  const typed = { cardholder: 'Ada Byron', address: '1 Main St', city: 'Tulsa', state, zip }
  const { issues = [] } = v.safeParse(billingSchema('US'), typed)
  return ['state', 'zip'].map((name) => issues.find((issue) => issue.path?.[0]?.key === name)?.message)
}

const pairs = Object.entries(cases.states).flatMap(([country, states]) =>
  Object.entries(cases.codes).map(([home, codes]) => ({ country, states, home, codes })),
)

test.each(pairs)('a state of "$country" with a code of "$home"', ({ country, states, home, codes }) => {
  for (const state of states) {
    for (const code of codes) {
      // With an invalid state the postal code is checked for format only, not against a country.
      const want = [
        country === '' ? 'problem.state-invalid' : undefined,
        home === '' || (country !== '' && home !== country) ? 'problem.postal-code-invalid' : undefined,
      ]
      expect(findings(state, code), `${state}, ${code}`).toEqual(want)
    }
  }
})

test('a missing field has only the error that it is missing', () => {
  expect(findings(' ', '')).toEqual(['payment.state-required-us', 'payment.zip-required-us'])
})
