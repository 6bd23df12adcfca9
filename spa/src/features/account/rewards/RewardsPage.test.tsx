import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Given, generated, type Points, type Rules, type StatementEntry } from '../../../api/generated'
import { forgetToken, storeToken } from '../../../api/storedToken'
import { basketFixture, couponFixture, dealsFixture } from '../../../basket/fixtures'
import { readCookie, readStored } from '../../../market/storedChoices'
import { renderAt, storeWith } from '../../../renderAt'
import { RewardsPage } from './RewardsPage'

const reward = (id: string, label: string, points: number) => ({
  id,
  kind: 'itemFree',
  itemType: 1 as const,
  label,
  points,
})
const shake = reward('free-shake', 'A shake', 90)
const burger = reward('free-burger', 'A burger', 180)
const items = [shake, burger].map((item) => ({ ...item, affordable: item.points <= 128 }))
const entry = (number: number, more: Partial<StatementEntry>): StatementEntry => ({
  number,
  kind: 'earn',
  points: 12,
  balance: 128,
  at: '2026-11-20T18:00:00Z',
  ...more,
})

const calls = vi.fn<(path: string, body: unknown) => void>()
let points: Points
let basket = basketFixture()
let rules: Partial<Rules>
let profile: object
let given: Given[]
let pages: Record<string, { entries: StatementEntry[]; cursor?: string }>

function answer(path: string, cursor: string | null): object {
  if (path.endsWith('/loyalty/points')) return points
  if (path.endsWith('/loyalty/store-items')) return { rules, items }
  if (path.endsWith('/loyalty/entries')) return pages[cursor ?? ''] ?? { entries: [] }
  if (path.endsWith('/loyalty/rewards')) return { rewards: given }
  if (path.endsWith('/loyalty/achievements')) return { achievements: [] }
  if (path.endsWith('/my-profile')) return profile
  if (path.endsWith('/progress')) return { done: 2, steps: 5 }
  return basket
}

beforeEach(() => {
  points = { spendable: 128, held: 0, debt: 0, next: { ...burger, missing: 52 } }
  basket = basketFixture()
  rules = {}
  profile = { firstName: 'Anna', spendablePoints: 128 }
  pages = {}
  given = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    calls(pathname, request.method === 'POST' ? await request.json() : undefined)
    return Response.json(answer(pathname, searchParams.get('cursor')))
  })
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
})

const open = (quote: string | null = null) =>
  renderAt('/user-profile/loyalty', <RewardsPage />, storeWith({ quote, country: quote && 'US' }))
const shelf = async () => within(await screen.findByRole('region', { name: 'The shelf' }))

test('a guest reads that points come with an account, and nothing is requested', async () => {
  forgetToken()
  open()
  const link = await screen.findByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe('/login?return=%2Fuser-profile%2Floyalty')
  expect(calls).not.toHaveBeenCalled()
})

test('the points, what is next, and what it takes', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'My rewards: 128 points' })
  screen.getByText('A burger. 52 points to go.')
  const list = await shelf()
  list.getByRole('button', { name: 'Use it: A shake' })
  expect(list.queryByRole('button', { name: 'Use it: A burger' })).toBeNull()
  list.getByText('52 points to go')
  expect(JSON.parse(readStored('loggedInUser')!)).toEqual({ firstName: 'Anna', spendablePoints: 128 })
})

test('the statement follows points that change while the page is open', async () => {
  const store = storeWith()
  renderAt('/user-profile/loyalty', <RewardsPage />, store)
  await shelf()
  points = { ...points, spendable: 140 }
  pages = { '': { entries: [entry(2, { balance: 140 })] } }
  act(() => void store.dispatch(generated.endpoints.getPoints.initiate(undefined, { forceRefetch: true })))
  const statement = await screen.findByRole('region', { name: 'Every point, in and out' })
  await within(statement).findByText('140')
})

test('a debt and points that expire soon are named', async () => {
  points = {
    spendable: 0,
    held: 0,
    debt: 1,
    nextExpiry: { points: 40, at: '2026-12-06T00:00:00Z', soon: true },
  }
  open()
  await screen.findByRole('heading', { name: 'You’re 1 point behind' })
  screen.getByText('40 points expire on 12/05/2026.')
})

const birthdayRule = { birthday: { label: 'A shake', daysBefore: 3, noticeDays: 10 } }

test('a customer without a birthday is led to where it is set', async () => {
  rules = birthdayRule
  open()
  const card = within(await screen.findByRole('region', { name: 'When’s your birthday?' }))
  card.getByText(/^A shake, on us, every year\. We need the date 10 days ahead, and one order behind you/)
  expect(card.getByRole('link').getAttribute('href')).toBe('/user-profile#contact')
})

test.each([
  ['a customer who has set it', birthdayRule, { birthday: { month: 2, day: 29 } }],
  ['a programme without a gift for it', {}, {}],
])('%s is not asked for the birthday', async (_, ruled, known) => {
  rules = ruled
  profile = { ...profile, ...known }
  open()
  await shelf()
  expect(screen.queryByRole('region', { name: 'When’s your birthday?' })).toBeNull()
})

test('without a cart a reward is set aside, and can be put back', async () => {
  open()
  fireEvent.click((await shelf()).getByRole('button', { name: 'Use it: A shake' }))
  const putBack = await screen.findByRole('button', { name: 'Put it back: A shake' })
  expect(readCookie('loyaltyItem')).toBe('free-shake')
  expect(document.activeElement?.textContent).toBe('A shake')
  fireEvent.click(putBack)
  await screen.findByRole('button', { name: 'Use it: A shake' })
  expect(readCookie('loyaltyItem')).toBeNull()
})

test('a gift is set aside beside a reward for points', async () => {
  given = [
    {
      id: 'birthday-2026',
      kind: 3,
      type: 2,
      itemType: 4,
      label: 'A side',
      given: '2026-11-13T18:00:00Z',
      state: 'open',
    },
  ]
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Use it: A side' }))
  await screen.findByRole('button', { name: 'Put it back: A side' })
  fireEvent.click(screen.getByRole('button', { name: 'Use it: A shake' }))
  await screen.findByRole('button', { name: 'Put it back: A shake' })
  expect(readCookie('loyaltyCouponCode')).toBe('birthday-2026')
  expect(readCookie('loyaltyCouponCodeItem')).toBe('A side')
  expect(readCookie('loyaltyItem')).toBe('free-shake')
  fireEvent.click(screen.getByRole('button', { name: 'Put it back: A side' }))
  await screen.findByRole('button', { name: 'Use it: A side' })
  expect(readCookie('loyaltyCouponCode')).toBeNull()
  expect(readCookie('loyaltyCouponCodeItem')).toBeNull()
  expect(readCookie('loyaltyItem')).toBe('free-shake')
})

test('a press puts a reward into the cart', async () => {
  open('token')
  const use = await screen.findByRole('button', { name: 'Use it: A shake' })
  basket = basketFixture({ version: 2, deals: dealsFixture({ coupons: [couponFixture()] }) })
  fireEvent.click(use)
  await screen.findByText('On your ticket.')
  expect(calls.mock.calls).toContainEqual([
    '/api/online-ordering/discount-management/rewards/apply',
    { orderId: 'token', reward: 'free-shake' },
  ])
  screen.getByText('142 points to go') // the cart's reward takes its points
  screen.getByRole('heading', { level: 1, name: 'My rewards: 128 points' })
  screen.getByText('90 are on your ticket.')
  screen.getByText('A burger. 142 points to go.')
})

test('the statement names each change with its order, and older ones on request', async () => {
  const order = { orderToken: 'secret', number: '1042', location: 'Brookside' }
  pages = {
    '': {
      cursor: 'older',
      entries: [
        entry(3, { kind: 'reverse', points: 90, balance: 128, order }),
        entry(2, { kind: 'redeem', points: -90, balance: 38, order }),
      ],
    },
    older: { entries: [entry(1, { kind: 'adjust', points: 128, reason: 'Sorry about the rain' })] },
  }
  open()
  const statement = within(await screen.findByRole('region', { name: 'Every point, in and out' }))
  fireEvent.click(await statement.findByRole('button', { name: 'Earlier entries' }))
  await statement.findByText('Sorry about the rain')
  await waitFor(() => expect(statement.queryByRole('button')).toBeNull())
  const rows = statement.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'ReturnedOrder 1042 at Brookside11/20/2026Change +90Balance 128',
    'SpentOrder 1042 at Brookside11/20/2026Change −90Balance 38',
    'AdjustedSorry about the rain11/20/2026Change +128Balance 128',
  ])
  expect(statement.getAllByRole('link')[0]!.getAttribute('href')).toBe('/orders/secret')
})
