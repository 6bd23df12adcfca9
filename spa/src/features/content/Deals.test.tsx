import { screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderAt, storeWith } from '../../renderAt'
import { Deals } from './Deals'

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
    'Carryout',
    'Curbside',
  ])
    deal.getByText(text)
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

test('a failed request is not taken for a lack of deals', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  renderAt('/', <Deals />)
  await screen.findByText(/^Failed to fetch/)
})

test('a market without ordering has no deals', () => {
  showDeals('/br/pt-br', kids)
  expect(document.body.textContent).toBe('')
})

test('a published page has no deals, and says where to ask without JavaScript', () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const html = renderToString(
    <Provider store={storeWith()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Deals /> }])} />
    </Provider>,
  )
  expect(html).toMatch(/^<div[^>]*><noscript><p[^>]*>Deals come and go.*counter.*<\/p><\/noscript><\/div>$/)
  expect(fetched).not.toHaveBeenCalled()
})
