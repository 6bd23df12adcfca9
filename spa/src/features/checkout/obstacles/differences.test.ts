import { expect, test } from 'vitest'
import type { Basket, Line } from '../../../api/generated'
import { differencesOf } from './differences'

const line = (lineId: string, more: Partial<Line> = {}) =>
  ({ lineId, itemId: 'pit-fries', quantity: 1, choices: [], ...more }) as Line
const hold = (start: string) => ({ start, end: start, expires: start })
const seen = {
  version: 3,
  handoff: 2,
  lines: [line('a'), line('b', { itemId: 'the-big-deal' })],
  hold: hold('2026-11-20T18:30:00Z'),
} as Basket

const after = (more: Partial<Basket>) =>
  differencesOf(seen, { ...seen, version: 4, ...more }).map((d) =>
    'line' in d ? `${d.kind} ${d.line.lineId}` : d.kind,
  )
const [fries, deal] = seen.lines as [Line, Line]

test.each<[string, Partial<Basket>, string[]]>([
  ['nothing that can be seen', {}, []],
  ['a dish more', { lines: [fries, deal, line('c')] }, ['added c']],
  ['a dish less', { lines: [deal] }, ['gone a']],
  ['another number of it', { lines: [{ ...fries, quantity: 3 }, deal] }, ['quantity a']],
  ['made another way', { lines: [fries, { ...deal, instructions: 'well done' }] }, ['choices b']],
  [
    'made another way, and more of it',
    {
      lines: [fries, { ...deal, quantity: 2, choices: [{ group: 'bun', modifier: 'brioche', quantity: 1 }] }],
    },
    ['choices b'],
  ],
  ['taken off and put back', { lines: [deal, line('c')] }, []],
  ['taken off and put back twice', { lines: [deal, line('c'), line('d')] }, ['added d']],
  ['another price, which the basket says itself', { lines: [fries, { ...deal, label: 'new' }] }, []],
  ['another time', { hold: hold('2026-11-20T19:00:00Z') }, ['time']],
  ['a time that ended', { hold: undefined }, []],
  ['brought to the car', { handoff: 4 }, ['how']],
  ['a tip', { tip: { kind: 'percent', percent: 15 } }, ['tip']],
])('the cart of another tab: %s', (_, more, expected) => {
  expect(after(more)).toEqual(expected)
})

test('the same version has no differences', () => {
  expect(differencesOf(seen, { ...seen, lines: [] })).toEqual([])
})
