import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { billingSchema } from './formSchemas'

/** States and codes by the country they belong to, and under '' those of neither: the cases of the server's own test. */
const cases = JSON.parse(readFileSync('shared/guest/testdata/billing.json', 'utf8')) as Record<
  'states' | 'codes',
  Record<string, string[]>
>

/** What the form says at the state and at the code: the first broken rule of each. */
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
      // A state that is none keeps the code from being judged for its country, but not from being judged.
      const want = [
        country === '' ? 'problem.state-invalid' : undefined,
        home === '' || (country !== '' && home !== country) ? 'problem.postal-code-invalid' : undefined,
      ]
      expect(findings(state, code), `${state}, ${code}`).toEqual(want)
    }
  }
})

test('what is missing is said, and nothing else of it', () => {
  expect(findings(' ', '')).toEqual(['payment.state-required-us', 'payment.zip-required-us'])
})
