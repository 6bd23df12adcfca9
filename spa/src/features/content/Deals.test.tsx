import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../i18n/i18n'
import { renderAt } from '../../renderAt'
import { Deals } from './Deals'

beforeAll(() => loadTranslations('en', 'content'))

function showDeals(path: string, ...promotions: object[]) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ promotions, prices: [] })))
  renderAt(path, <Deals />)
}
const kids = {
  id: 'kids',
  kind: 'itemFree',
  label: 'Kids eat free',
  text: 'A box with each burger.',
  runsNow: true,
}
const tulsa = { id: 'bdb-1', slug: 'brookside-tulsa', label: 'Brookside', city: 'Tulsa' }

test('a deal of all restaurants starts an order', async () => {
  showDeals('/', { ...kids, terms: 'Dine slowly.' })
  const deal = within(await screen.findByRole('listitem'))
  expect(deal.getByRole('heading', { level: 2 }).textContent).toBe('Kids eat free')
  for (const text of [
    'On now',
    'A box with each burger.',
    'Every day',
    'Every grill, at its own hours',
    'Dine slowly.',
  ])
    deal.getByText(text)
  deal.getByText('Carryout or Curbside')
  expect(deal.getByRole('link').getAttribute('href')).toBe('/quote/everyday?type=carryout')
})

test('a deal of one restaurant leads to its menu, with a handoff of the deal', async () => {
  const minSubtotal = { minor: 1500, currency: 'usd' }
  showDeals('/', { ...kids, locations: [tulsa], handoffs: [4], minSubtotal, signedIn: true })
  const press = await screen.findByRole('link', { name: 'Order at Brookside' })
  expect(press.getAttribute('href')).toBe('/quote/everyday/brookside-tulsa?type=curbside')
  for (const text of ['Curbside', 'On orders of $15.00 or more', 'With an account', 'Brookside, Tulsa'])
    screen.getByText(text)
})

test('without a deal the page says so', async () => {
  showDeals('/')
  await screen.findByText(/^Nothing is marked down/)
})

test('a market without ordering has no deals', () => {
  showDeals('/br/pt-br', kids)
  expect(document.body.textContent).toBe('')
})
