import { expect, test } from 'vitest'
import type { Basket, Line } from '../../../api/generated'
import { dealsFixture } from '../../../basket/fixtures'
import { differencesOf } from './differences'

const line = (lineId: string, more: Partial<Line> = {}) =>
  ({ lineId, itemId: 'pit-fries', quantity: 1, choices: [], ...more }) as Line
const hold = (start: string) => ({ start, end: start, expires: start })
const totals = (total: number, ...adjustments: [id: string, minor: number][]) =>
  ({
    total: { minor: total },
    adjustments: adjustments.map(([id, minor]) => ({ id, amount: { minor } })),
  }) as Basket['totals']
const seen = {
  version: 3,
  handoff: 2,
  lines: [line('a'), line('b', { itemId: 'the-big-deal' })],
  hold: hold('2026-11-20T18:30:00Z'),
  totals: totals(1000, ['A', 200], ['B', 100]),
} as Basket

const after = (more: Partial<Basket>) =>
  differencesOf(seen, { ...seen, version: 4, ...more }).map((d) =>
    'line' in d ? `${d.kind} ${d.line.lineId}` : d.kind,
  )
const [fries, deal] = seen.lines as [Line, Line]

test.each<[string, Partial<Basket>, string[]]>([
  ['a new version only', {}, []],
  ['an added line', { lines: [fries, deal, line('c')] }, ['added c']],
  ['a removed line', { lines: [deal] }, ['gone a']],
  ['another quantity', { lines: [{ ...fries, quantity: 3 }, deal] }, ['quantity a']],
  ['other instructions', { lines: [fries, { ...deal, instructions: 'well done' }] }, ['choices b']],
  [
    'other choices and another quantity',
    {
      lines: [fries, { ...deal, quantity: 2, choices: [{ group: 'bun', modifier: 'brioche', quantity: 1 }] }],
    },
    ['choices b'],
  ],
  ['a line removed and restored', { lines: [deal, line('c')] }, []],
  ['a line removed and restored twice', { lines: [deal, line('c'), line('d')] }, ['added d']],
  [
    'a change by the location, which the basket lists itself',
    { lines: [fries, { ...deal, label: 'new' }] },
    [],
  ],
  ['another time', { hold: hold('2026-11-20T19:00:00Z') }, ['time']],
  ['an expired time', { hold: undefined }, []],
  ['another handoff', { handoff: 4 }, ['handoff']],
  ['a tip', { tip: { kind: 'percent', percent: 15 } }, ['tip']],
  ['a deal less, and a higher total', { totals: totals(1200, ['B', 100]) }, ['deal']],
  ['a deal that takes less off', { totals: totals(1050, ['A', 200], ['B', 50]) }, ['deal']],
  ['another deal that takes as much off', { totals: totals(1000, ['C', 300]) }, []],
  [
    'a used up deal that another one replaces',
    {
      totals: totals(1000, ['C', 300]),
      deals: dealsFixture({ lost: [{ id: 'A', label: 'A', reason: 'limit' }] }),
    },
    ['deal'],
  ],
])('a change: %s', (_, more, expected) => {
  expect(after(more)).toEqual(expected)
})

test('the same version differs by its deals only', () => {
  expect(differencesOf(seen, { ...seen, lines: [], totals: totals(1300) })).toHaveLength(2)
})
