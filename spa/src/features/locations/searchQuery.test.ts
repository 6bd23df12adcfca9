import { expect, test } from 'vitest'
import { formatPoint, readSearch, searchRequest, shownCount } from './searchQuery'

test.each([
  ['a place in words', 'near=Tulsa', { q: 'Tulsa' }],
  ['a point', 'point=36.1,-95.9', { latitude: 36.1, longitude: -95.9 }],
  ['the middle of a moved map', 'around=36.1,-95.9', { latitude: 36.1, longitude: -95.9 }],
  ['an invalid point', 'point=here', undefined],
  ['a point off the earth', 'point=91,0', undefined],
  ['half a point', 'point=36.1', undefined],
  ['a state', 'state=OK', { state: 'OK', city: undefined }],
  ['a city of a state', 'state=OK&city=Tulsa', { state: 'OK', city: 'Tulsa' }],
  ['what is open now', 'near=Tulsa&open=1', { q: 'Tulsa', open: 'now' }],
  ['blanks', 'near=%20', undefined],
  ['nothing', 'type=carryout', undefined],
  ['a place as long as a book', `near=${'x'.repeat(5000)}`, { q: 'x'.repeat(120) }],
  ['an invalid state', 'state=Oklahoma', undefined],
])('%s', (_, query, want) => {
  expect(searchRequest(readSearch(new URLSearchParams(query)))).toEqual(want)
})

test('a point is stored with reduced precision', () => {
  expect(formatPoint({ latitude: 36.123456, longitude: -95.98765 })).toBe('36.123,-95.988')
})

test.each([
  [undefined, 20],
  ['40', 40],
  ['41', 60],
  ['100000', 100],
  ['-3', 20],
  ['many', 20],
])('the address asks to show %s: %d', (show, want) => {
  expect(shownCount({ show })).toBe(want)
})
