import { expect, test } from 'vitest'
import { suggestEmail } from './suggestEmail'

test.each([
  ['d@gmial.con', 'd@gmail.com'],
  ['d@gmail.co', 'd@gmail.com'],
  ['d@GMAIL.CMO', 'd@gmail.com'],
  ['d@hotmial.com', 'd@hotmail.com'],
  ['d@yaho.ca', 'd@yahoo.ca'],
  ['a@b@outlok.com', 'a@b@outlook.com'],
  ['d@gmail.com', undefined],
  ['d@ymail.com', undefined],
  ['d@mail.com', undefined],
  ['d@example.com', undefined],
  ['d@mine.me', undefined],
  ['gmial.con', undefined],
  ['d@', undefined],
  ['', undefined],
])('%s is probably %s', (email, meant) => expect(suggestEmail(email)).toBe(meant))
