import { expect, test } from 'vitest'
import { marketOf } from '../../market/market'
import { returnPath } from './returnPath'

// Fault 27: the page after a sign-in is of this site.
test.each([
  ['/', '/checkout', '/checkout'],
  ['/', '/quote/everyday?type=carryout&near=Tulsa%2C+OK', '/quote/everyday?type=carryout&near=Tulsa%2C+OK'],
  ['/ca/fr-ca/login', '/ca/en-ca/cart', '/ca/en-ca/cart'],
  ['/ca/fr-ca/login', '/cart', '/ca/fr-ca'],
  ['/', '', '/'],
  ['/', '/login?return=/cart', '/cart'],
  ['/', '/login?return=//evil.example', '/'],
  ['/ca/fr-ca/login', '/ca/fr-ca/signup', '/ca/fr-ca'],
  ['/', 'https://evil.example/', '/'],
  ['/', '//evil.example', '/'],
  ['/', '/\\evil.example', '/'],
  ['/', '/\t/evil.example', '/'],
  ['/', 'javascript:alert(1)', '/'],
  ['/', 'checkout', '/'],
])('from %s with return=%j the guest goes to %s', (at, path, want) => {
  expect(returnPath(`?${new URLSearchParams({ return: path })}`, marketOf(at))).toBe(want)
})
