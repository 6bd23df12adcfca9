import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderHookAt } from '../renderAt'
import type { DealPrice } from './generated'
import { priceAfter, useDeals } from './useDeals'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const ends = '2026-11-22T19:00:00Z'
const price = { itemId: 'cola', was: usd(250), price: usd(190), promotionId: 'lunch', label: 'Lunch', ends }

test.each<[string, number, Partial<DealPrice>, number]>([
  ['an amount', 250, {}, 190],
  ['an amount, with choices that cost more', 350, {}, 290],
  ['an amount above the price with its choices', 50, {}, 0],
  ['a percentage of all choices', 350, { percent: 20 }, 280],
  ['a half rounds to the even cent below', 250, { percent: 1 }, 248], // 2.5
  ['a half rounds to the even cent above', 350, { percent: 1 }, 346], // 3.5
  ['a fraction of a percent', 999, { percent: 12.5 }, 874], // 124.875
  ['a free item', 350, { percent: 100 }, 0],
])('%s', (_, unit, deal, after) => {
  expect(priceAfter(usd(unit), { ...price, ...deal })).toEqual(usd(after))
})

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T18:59:00Z'), shouldAdvanceTime: true }))

/** Answers with each of the lists of promotions in turn, then with the last one again. */
function answerWith(...answers: object[][]) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(new URL(request.url, 'http://localhost').search)
    const promotions = answers[Math.min(calls.length, answers.length) - 1]
    return new Response(JSON.stringify({ promotions, prices: [price] }))
  })
  return calls
}

const lunch = { id: 'lunch', label: 'Lunch', text: 'Less.', runsNow: true, ends }
const later = {
  ...lunch,
  runsNow: false,
  ends: undefined,
  next: '2026-11-23T17:00:00Z',
  timeZone: 'America/Chicago',
}

test('a deal and its prices go when it ends, and the next answer says when it begins again', async () => {
  const calls = answerWith([lunch], [later])
  const { result } = renderHookAt('/', () => useDeals({ locationId: 'bdb-1' }))
  expect(result.current.isLoading).toBe(true)
  await waitFor(() => expect(result.current.deals.map(({ runsNow }) => runsNow)).toEqual([true]))
  expect([...result.current.prices.keys()]).toEqual(['cola'])
  await act(() => vi.advanceTimersByTimeAsync(75_000))
  await waitFor(() => expect(result.current.deals.map(({ runsNow }) => runsNow)).toEqual([false]))
  expect(calls).toEqual(['?locationId=bdb-1', '?locationId=bdb-1'])
})

test('the price of a deal without words goes when it ends, even if the next answer still has it', async () => {
  const calls = answerWith([])
  const { result } = renderHookAt('/', () => useDeals({ locationId: 'bdb-1' }))
  await waitFor(() => expect([...result.current.prices.keys()]).toEqual(['cola']))
  await act(() => vi.advanceTimersByTimeAsync(75_000))
  await waitFor(() => expect(result.current.prices.size).toBe(0))
  expect(calls.length).toBeGreaterThan(1)
})

test('an ended deal is not shown even if the answer still has it', async () => {
  answerWith([{ ...lunch, ends: '2026-11-22T18:58:00Z' }])
  const { result } = renderHookAt('/', () => useDeals())
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  expect(result.current.deals).toEqual([])
})

test('a page waits two seconds for deals, and shows late ones', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { result } = renderHookAt('/', () => useDeals())
  expect(result.current.isAwaited).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(result.current).toMatchObject({ isAwaited: false, isLoading: true })
  await act(async () => answer(Response.json({ promotions: [later], prices: [] })))
  await waitFor(() => expect(result.current.deals).toHaveLength(1))
})

test('a market without ordering asks for no deals', async () => {
  const calls = answerWith([lunch])
  const { result } = renderHookAt('/br/pt-br', () => useDeals())
  expect(result.current).toMatchObject({ deals: [], isLoading: false })
  expect(calls).toEqual([])
})
