import { expect, test } from 'vitest'
import { elide } from './elide'

test.each([
  [
    'fr-CA',
    'Pas de cueillette à l’auto près de Ottawa (Ontario)',
    'Pas de cueillette à l’auto près d’Ottawa (Ontario)',
  ],
  ['fr-CA', '3 restaurants près de Île-Perrot (Québec)', '3 restaurants près d’Île-Perrot (Québec)'],
  ['fr-CA', '3 restaurants près de Montréal (Québec)', '3 restaurants près de Montréal (Québec)'],
  ['en-US', 'Trou de Eau', 'Trou de Eau'],
])('%s: %s', (lang, sentence, want) => {
  expect(elide(sentence, lang)).toBe(want)
})
