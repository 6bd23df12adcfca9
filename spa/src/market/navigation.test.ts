import { expect, test } from 'vitest'
import { markets } from './market'
import { type MenuItem, menuEntries, resolveLink, shownIn } from './navigation'

const [us, canada, , brazil] = markets as [
  (typeof markets)[0],
  (typeof markets)[0],
  unknown,
  (typeof markets)[0],
]
const everywhere = { showOnCanadaSite: true, showOnInternationalSite: true }
const item = (id: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title: id,
  url: `/${id}`,
  ...everywhere,
  ...more,
})

test('each market has its own navigation entries', () => {
  const items = [item('all'), item('ours', { showOnCanadaSite: false, showOnInternationalSite: false })]
  const ids = (market: (typeof markets)[0]) => shownIn(market, items).map(({ id }) => id)
  expect([ids(us), ids(canada), ids(brazil)]).toEqual([['all', 'ours'], ['all'], ['all']])
  expect(shownIn(us, undefined)).toEqual([])
})

test('holiday entries show during a holiday, and a submenu of one entry becomes that entry', () => {
  const menu = item('menu', {
    subTitles: [
      item('prices'),
      item('start', { showOnInternationalSite: false }),
      item('feast', { holidayOnly: true, showOnCanadaSite: false, showOnInternationalSite: false }),
    ],
  })
  const below = (market: (typeof markets)[0], holiday: boolean) =>
    menuEntries(market, [menu], holiday)[0]!.subTitles!.map(({ id }) => id)
  expect(below(us, false)).toEqual(['prices', 'start'])
  expect(below(us, true)).toEqual(['prices', 'start', 'feast'])
  expect(below(canada, true)).toEqual(['prices', 'start'])
  expect(below(brazil, true)).toEqual([])
})

test.each([
  ['a page of the market', brazil, { url: '/menu' }, { href: '/br/pt-br/menu', needsPageLoad: false }],
  [
    'a link with another shown path',
    us,
    { url: '/menu', as: '/locations' },
    { href: '/locations', needsPageLoad: false },
  ],
  [
    'a page that only the US site has',
    brazil,
    { url: '/press/blog' },
    { href: 'https://www.bigdealburger.example/press/blog', needsPageLoad: true },
  ],
  ['a file', canada, { url: '/menu.pdf' }, { href: '/ca/en-ca/menu.pdf', needsPageLoad: true }],
  ['another site', us, { url: 'https://a.example/b' }, { href: 'https://a.example/b', needsPageLoad: true }],
  ['a fragment of a page', us, { url: '/sitemap#b' }, { href: '/sitemap#b', needsPageLoad: false }],
] as const)('%s', (_, market, item, want) => {
  expect(resolveLink(market, item)).toEqual(want)
})
