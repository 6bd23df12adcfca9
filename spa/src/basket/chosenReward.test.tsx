import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Basket } from '../api/generated'
import { forgetToken, storeToken } from '../api/storedToken'
import { readCookie } from '../market/storedChoices'
import { renderHookAt } from '../renderAt'
import { clear, snapshot } from '../ui/overlay/notifications'
import { forgetReward, keepReward, useChosenReward } from './chosenReward'
import { basketFixture } from './fixtures'

const shake = {
  id: 'free-shake',
  deal: 'free-shake',
  code: '',
  kind: 1 as const,
  label: 'Free shake',
  points: 60,
  applied: true,
}
const deals = { coupons: [shake], missed: [], others: [], chosen: [], lost: [] }
const sent = vi.fn<(path: string, reward: string) => void>()
const texts = () => snapshot().map(({ text }) => text)

function answerWith(status: number, body: object) {
  vi.stubGlobal('fetch', async (request: Request) => {
    sent(new URL(request.url).pathname, (await request.json()).reward)
    return status ? new Response(JSON.stringify(body), { status }) : Promise.reject(new TypeError('offline'))
  })
}

const open = (basket?: Basket) =>
  renderHookAt<void, { basket?: Basket }>('/', ({ basket }) => useChosenReward(basket), undefined, { basket })

beforeEach(() => {
  clear() // of other files: they share the page
  sent.mockClear()
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  keepReward('free-shake')
})
afterEach(() => {
  clear()
  forgetReward()
  forgetToken()
  vi.unstubAllGlobals()
})

test('a chosen reward waits for a basket, and is added once', async () => {
  answerWith(200, basketFixture({ version: 2, deals }))
  const { rerender, router } = open()
  expect(readCookie('loyaltyItem')).toBe('free-shake')
  rerender({ basket: basketFixture() })
  await waitFor(() => expect(texts()).toEqual(['On your ticket: Free shake.']))
  expect(readCookie('loyaltyItem')).toBeNull()
  await act(() => router.navigate('/cart'))
  expect(sent.mock.calls).toEqual([['/api/online-ordering/discount-management/rewards/apply', 'free-shake']])
})

test.each([
  ['points-short', { missing: 9 }, 'So close: that reward needs 9 more points.'],
  ['reward-used', {}, 'You already have that reward in another order.'],
])('a reward that is refused with %s is forgotten', async (code, params, text) => {
  answerWith(409, { code, message: '', errors: [], params })
  open(basketFixture())
  await waitFor(() => expect(texts()).toEqual([text]))
  expect(readCookie('loyaltyItem')).toBeNull()
})

test('without an answer the reward is kept for the next page', async () => {
  answerWith(0, {})
  open(basketFixture())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  await waitFor(() => expect(readCookie('loyaltyItem')).toBe('free-shake'))
  expect(texts()).toEqual([])
})

test('a guest’s basket gets no reward', () => {
  forgetToken()
  answerWith(200, basketFixture())
  open(basketFixture())
  expect(sent).not.toHaveBeenCalled()
})
