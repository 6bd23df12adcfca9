import { expect, test } from 'vitest'
import { formatPostalCode, isEmail, isPhone } from './fieldFormats'

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

test.each([
  ['k1a0b1', 'K1A 0B1'],
  [' h2x\u00a01y4 ', 'H2X 1Y4'],
  ['H2X-1Y4', 'H2X 1Y4'],
  ['741031234', '74103-1234'],
  ['74103 1234', '74103-1234'],
  ['74103', '74103'],
  ['d1a 0b1', 'd1a 0b1'],
])('"%s" is printed as "%s"', (text, want) => {
  expect(formatPostalCode(text)).toBe(want)
})
