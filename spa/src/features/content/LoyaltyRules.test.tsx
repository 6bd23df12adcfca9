import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { storeToken } from '../../api/storedToken'
import { basketFixture } from '../../basket/fixtures'
import { keptChoice } from '../../basket/keptChoice'
import { renderAt, storeWith } from '../../renderAt'
import { LoyaltyRules } from './LoyaltyRules'

const rules = {
  unit: 50,
  months: 6,
  warningDays: 10,
  returnedDays: 5,
  overdueHours: 36,
  claimDays: 20,
  excludes: ['tips', 'items'],
}
const items = [
  {
    id: 'side',
    kind: 'itemFree',
    label: 'A side',
    text: 'Any of them.',
    terms: 'One an order.',
    points: 1200,
    affordable: true,
  },
]

test('the rules are those of the API, and the rewards have their prices', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ rules, items }))
  renderAt('/promos/loyalty', <LoyaltyRules />)
  await screen.findByRole('heading', { name: 'What points buy' })
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    '$0.50 = 1 point',
    '6 months',
    '10 days',
    '5 days',
    '36 hours',
    '20 days',
  ])
  screen.getByText(
    /^Food counts, .* Also counted: charges and taxes\. Left out: tips and a part of the menu\.$/,
  )
  const item = within(screen.getByRole('listitem'))
  for (const text of ['A side', '1,200', 'Any of them.', 'One an order.']) item.getByText(text)
})

test('multipliers and gifts are explained from the rules', async () => {
  const given = {
    multipliers: { 2: 3 },
    birthday: { daysBefore: 7, noticeDays: 14, label: 'A shake' },
    referral: { label: '50 points', friendLabel: '25 points' },
    mystery: { steps: 5 },
  }
  vi.stubGlobal('fetch', async () => Response.json({ rules: { ...rules, ...given }, items: [] }))
  renderAt('/promos/loyalty', <LoyaltyRules />)
  await screen.findByText('the points on Tuesdays, by the day you pick the order up.')
  screen.getByText('3×')
  const gifts = within(screen.getByRole('region', { name: 'And some we just hand over' }))
  expect(gifts.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Your birthday',
    'A hungry friend',
    'A wrapped tray',
  ])
  gifts.getByText(/^A shake, 7 days ahead, once an order has earned you points\./)
  gifts.getByText(/^One after every 5 completed orders\./)
})

test('a failed request says so', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  renderAt('/promos/loyalty', <LoyaltyRules />)
  await screen.findByText(/^Failed to fetch/)
})

test('a guest signs in to use a reward, and the choice waits', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ rules, items }))
  const { router } = renderAt('/promos/loyalty', <LoyaltyRules />)
  const link = await screen.findByRole('link', { name: 'Sign in to use it: A side' })
  await act(async () => void fireEvent.click(link))
  expect(keptChoice('banner')).toBe('side')
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe('/login?return=%2Fuser-profile%2Floyalty')
})

test.each([
  ['the cart', 'token', '/cart'],
  ['the start of an order', null, '/quote/everyday'],
])('a customer uses a reward and goes to %s', async (_, quote, path) => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(url.includes('/loyalty/') ? { rules, items, spendable: 1200 } : basketFixture()),
  )
  const store = storeWith({ quote, country: quote && 'US' })
  const { router } = renderAt('/promos/loyalty', <LoyaltyRules />, store)
  const link = await screen.findByRole('link', { name: 'Use it: A side' })
  await waitFor(() => expect(link.getAttribute('href')?.split('?')[0]).toBe(path)) // the cart has loaded
  await act(async () => void fireEvent.click(link))
  expect(keptChoice('banner')).toBe('side')
  expect(router.state.location.pathname).toBe(path)
})

test('a reward that the points do not pay for has no button', async () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  vi.stubGlobal('fetch', async () => Response.json({ rules, items, spendable: 1199 }))
  renderAt('/promos/loyalty', <LoyaltyRules />)
  await screen.findByRole('heading', { name: 'A side' })
  expect(screen.queryByRole('link')).toBeNull()
})
