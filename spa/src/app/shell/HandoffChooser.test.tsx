import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { brand } from '../../brand/brand'
import { renderAt } from '../../renderAt'
import { type Choice, HandoffChooser } from './HandoffChooser'

/** Returns the labels and targets of the chooser's links. */
async function offered(at: string, choice: Choice, begun?: { location: string; menuPath: string }) {
  renderAt(at, <HandoffChooser choice={choice} onClose={vi.fn()} begun={begun} />)
  const dialog = await screen.findByRole('dialog')
  const links = within(dialog).getAllByRole('link')
  return new Map(links.map((link) => [link.textContent, link.getAttribute('href')]))
}

const handoffs = ['Carryout', 'Curbside', 'Delivery: coming soon']
const catering = 'We Also Offer Catering'

test.each([
  ['an order', '/', 'everyday', false, 'START YOUR ORDER', '/catering'],
  ['a feast', '/', 'holiday', false, 'START YOUR ORDER', '/catering'],
  ['catering itself', '/', 'catering', false, 'START YOUR ORDER', undefined],
  ['a quote', '/', '866-catering', false, 'START YOUR QUOTE', undefined],
  ['an order in Canada', '/ca/en-ca', 'everyday', false, 'START YOUR ORDER', undefined],
  ['an entry of the menu', '/', 'everyday', true, 'START YOUR ORDER', '/catering'],
  ['the entry of catering', '/', 'catering', true, 'START YOUR ORDER', '/catering'],
  ['the entry of a quote', '/', '866-catering', true, 'START YOUR QUOTE', '/catering'],
  ['an entry in Canada', '/ca/en-ca', 'everyday', true, 'START YOUR ORDER', '/ca/en-ca/catering'],
  ['a site that has no catering', '/ae', 'everyday', false, 'START YOUR ORDER', `${brand.site}/catering`],
])(
  '%s: its title, every handoff, and catering where it belongs',
  async (_, at, category, menu, title, to) => {
    const links = await offered(at, { category, menu })
    expect(screen.getByRole('dialog', { name: title })).toBeDefined()
    const soon = category === 'everyday' ? '' : ': coming soon'
    const ways = [`Carryout${soon}`, `Curbside${soon}`, 'Delivery: coming soon']
    expect([...links.keys()]).toEqual(to ? [...ways, catering] : ways)
    expect(links.get(catering)).toBe(to)
  },
)

test.each([
  ['the restaurants that take orders', '/', 'everyday', '/quote/everyday?type=', '/locations'],
  ['those of Canada', '/ca/en-ca', 'everyday', '/ca/en-ca/quote/everyday?type=', '/ca/en-ca/locations'],
  ['what is still to come', '/', 'catering', '/quote/catering?type=', '/locations'],
  ['the quote', '/', '866-catering', '/quote/866-catering?type=', '/locations'],
])('handoffs lead to %s, and delivery to the grills', async (_, at, category, way, locations) => {
  const links = await offered(at, { category, menu: false })
  expect([...links.values()].slice(0, 3)).toEqual([`${way}carryout`, `${way}curbside`, locations])
})

test('in a market without ordering, handoffs lead to the menu', async () => {
  const links = await offered('/ae', { category: 'everyday', menu: false })
  expect(handoffs.map((name) => links.get(name))).toEqual(['/ae/menu', '/ae/menu', '/ae/locations'])
})

test('an existing basket can be continued', async () => {
  const links = await offered(
    '/',
    { category: 'everyday', menu: false },
    { location: 'Tulsa', menuPath: '/quote/x' },
  )
  expect([...links].find(([text]) => text?.includes('Tulsa'))?.[1]).toBe('/quote/x')
})

test('a closed chooser renders nothing', () => {
  renderAt('/', <HandoffChooser choice={undefined} onClose={vi.fn()} />)
  expect(screen.queryByRole('dialog')).toBeNull()
})
