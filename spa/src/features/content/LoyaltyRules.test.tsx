import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../i18n/i18n'
import { renderAt } from '../../renderAt'
import { LoyaltyRules } from './LoyaltyRules'

beforeAll(() => loadTranslations('en', 'content'))
afterEach(() => vi.unstubAllGlobals())

const rules = { unit: 50, months: 6, warningDays: 10, returnedDays: 5, overdueHours: 36, claimDays: 20 }
const items = [
  {
    id: 'side',
    kind: 'itemFree',
    label: 'A side',
    text: 'Any of them.',
    terms: 'One an order.',
    points: 1200,
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
  const item = within(screen.getByRole('listitem'))
  for (const text of ['A side', '1,200', 'Any of them.', 'One an order.']) item.getByText(text)
})

test('multipliers and gifts are explained from the rules', async () => {
  const given = {
    multipliers: { 2: 3 },
    birthday: { daysBefore: 7, label: 'A shake' },
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
  gifts.getByText(/^A shake, 7 days ahead\./)
  gifts.getByText(/^One after every 5 completed orders\./)
})

test('a failed request says so', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  renderAt('/promos/loyalty', <LoyaltyRules />)
  await screen.findByText(/^Failed to fetch/)
})
