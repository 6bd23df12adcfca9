import { expect, test, vi } from 'vitest'
import { isSignInDocument } from './document'

test.each([
  ['/login', true],
  ['/ca/fr-ca/signup?return=%2Fcart', true],
  ['/cart?from=/login', false],
  ['/user-profile#/signup', false],
])('a document of %s is a sign-in page: %s', (path, want) => {
  const entry = { name: `https://burger.example${path}` } as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  expect(isSignInDocument()).toBe(want)
})
