import { expect, test } from 'vitest'
import english from '../../../../locales/en/menu.json'
import french from '../../../../locales/fr-ca/menu.json'
import { nameInSentence } from './nameInSentence'

test.each([
  ['Red onion', 'red onion'],
  ['Jalapeños', 'jalapeños'],
  ['American cheese', 'American cheese'],
  ['BBQ sauce', 'BBQ sauce'],
  ['The Original ’41', 'The Original ’41'],
  ['', ''],
])('%s becomes “%s” within a sentence', (name, want) => {
  expect(nameInSentence(name, english.capitals)).toBe(want)
})

test.each([
  ['Œuf miroir', 'œuf miroir'],
  ['Fromage américain', 'fromage américain'],
  ['Fromage Monterey au piment', 'fromage Monterey au piment'],
])('%s becomes « %s » within a French sentence', (name, want) => {
  expect(nameInSentence(name, french.capitals)).toBe(want)
})
