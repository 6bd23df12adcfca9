import { expect, test } from 'vitest'
import { isEmail, isPhone } from './fieldFormats'

test.each([
  ['dolores@example.com', true],
  [' dolores@example.com ', true],
  ["o'brien+burger@mail.example.co", true],
  ['josé@exemple.ca', true],
  ['', false],
  ['dolores', false],
  ['dolores@', false],
  ['dolores@example', false],
  ['dolores@example.', false],
  ['dolores@-example.com', false],
  ['Dolores <dolores@example.com>', false],
  ['two@signs@example.com', false],
])('"%s" is an address: %s', (text, want) => {
  expect(isEmail(text)).toBe(want)
})

// Same cases as the server's test: client and server must agree.
test.each([
  ['918-555-0142', true],
  ['(918) 555-0142', true],
  ['1 918 555 0142', true],
  ['+1 (514) 555.0199', true],
  ['514 555\u20110199', true],
  [' 4165550100 ', true],
  ['+33 6 12 34 56 78', true],
  ['0044 20 7946 0018', true],
  ['', false],
  ['call me', false],
  ['555-0142', false],
  ['118-555-0142', false],
  ['911-555-0142', false],
  ['918-155-0142', false],
  ['918-911-0142', false],
  ['391-555-0142', false],
  ['918-555-01420', false],
  ['918-555-0142 ext. 3', false],
  ['+1 918 555 014', false],
])('"%s" is a number: %s', (text, want) => {
  expect(isPhone(text)).toBe(want)
})
