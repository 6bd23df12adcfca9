import { expect, test } from 'vitest'
import { nonPagePaths } from './constants'

test.each([
  ['/', true],
  ['/ca/fr-ca/locations', true],
  ['/locations?near=St.Louis', true],
  ['/orders/abc?from=mail@example.com', true],
  ['/apiary', true],
  ['/api/openapi.json', false],
  ['/sandbox', false],
  ['/sandbox/mail', false],
  ['/menu.pdf', false],
  ['/menu.pdf?print=1', false],
  ['/press/blog/feed.xml', false],
])('%s is a page: %s', (address, isPage) => {
  expect(nonPagePaths.every((other) => !other.test(address))).toBe(isPage)
})
