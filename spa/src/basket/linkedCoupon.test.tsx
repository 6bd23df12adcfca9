import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Basket } from '../api/generated'
import { readCookie } from '../market/storedChoices'
import { renderHookAt } from '../renderAt'
import { clear, snapshot } from '../ui/overlay/notifications'
import { basketFixture } from './fixtures'
import { useLinkedCoupon } from './linkedCoupon'

const coupon = {
  id: 'p',
  deal: 'p',
  code: 'LUNCH',
  kind: 3 as const,
  label: 'Half-price lunch',
  applied: true,
}
const deals = { coupons: [coupon], missed: [], others: [], chosen: [], lost: [] }
const sent = vi.fn<(path: string, code: string) => void>()
const texts = () => snapshot().map(({ text }) => text)

function answerWith(status: number, body: object) {
  vi.stubGlobal('fetch', async (request: Request) => {
    sent(new URL(request.url).pathname, (await request.json()).code)
    return status ? new Response(JSON.stringify(body), { status }) : Promise.reject(new TypeError('offline'))
  })
}

const open = (at: string, basket?: Basket) =>
  renderHookAt<void, { basket?: Basket }>(at, ({ basket }) => useLinkedCoupon(basket), undefined, { basket })

beforeEach(() => {
  clear() // of other files: they share the page
  sent.mockClear()
})
afterEach(() => {
  clear()
  vi.unstubAllGlobals()
})

test('a code of a link waits for a basket, and is applied once', async () => {
  answerWith(200, basketFixture({ version: 2, deals }))
  const { rerender, router } = open('/menu?coupon=LUNCH')
  expect(readCookie('couponItemId')).toBe('LUNCH')
  rerender({ basket: basketFixture() })
  await waitFor(() => expect(texts()).toEqual(['LUNCH is on your ticket: Half-price lunch.']))
  expect(readCookie('couponItemId')).toBeNull()
  await act(() => router.navigate('/cart'))
  expect(sent.mock.calls).toEqual([['/api/online-ordering/discount-management/coupons/apply', 'LUNCH']])
})

test('a refused code is named with the reason, and forgotten', async () => {
  answerWith(422, { code: 'coupon-conditions', message: '', errors: [] })
  open('/?coupon=NOPE', basketFixture())
  await waitFor(() => expect(texts()).toEqual(['NOPE: Coupon conditions are not met.']))
  expect(readCookie('couponItemId')).toBeNull()
})

test('without an answer the code is kept for the next page', async () => {
  answerWith(0, {})
  open('/?coupon=LATER', basketFixture())
  await waitFor(() => expect(sent).toHaveBeenCalled())
  await waitFor(() => expect(readCookie('couponItemId')).toBe('LATER'))
  expect(texts()).toEqual([])
})
