import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Basket, DealCoupon } from '../api/generated'
import { sessionChanged } from '../api/session'
import { forgetToken, storeToken } from '../api/storedToken'
import { readSession } from '../api/token'
import { renderAt, storeWith } from '../renderAt'
import { snapshot } from '../ui/overlay/notifications'
import { basketFixture, couponFixture, dealsFixture, lineFixture } from './fixtures'
import { KeptChoices } from './KeptChoices'
import { keepChoice, keptChoice, keptName, rewardKinds } from './keptChoice'

const lunch = couponFixture({ id: 'p', code: 'LUNCH', kind: 3, label: 'Half-price lunch' })
const withCoupon = (added: DealCoupon) =>
  basketFixture({ version: 2, deals: dealsFixture({ coupons: [added] }) })
const refusal = (code: string, params?: object) => ({ code, message: '', errors: [], params })
const sent = vi.fn<(path: string, body: object) => void>()
const texts = () => snapshot().map(({ text }) => text)

let keysSent: (string | null)[] = []

function answerWith(status: number, body: object, response = Promise.resolve()) {
  keysSent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    keysSent.push(request.headers.get('Idempotency-Key'))
    sent(new URL(request.url).pathname.replace(/^.*discount-management/, ''), await request.json())
    await response
    return status ? new Response(JSON.stringify(body), { status }) : Promise.reject(new TypeError('offline'))
  })
}

const open = (at = '/', basket?: Basket) => renderAt(at, <KeptChoices basket={basket} />)

beforeEach(() => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
})

test('a code of a link waits for a basket, and is applied once', async () => {
  answerWith(200, withCoupon(lunch))
  const { rerender, router } = open('/menu?coupon=LUNCH')
  expect(keptChoice('coupon')).toBe('LUNCH')
  rerender(<KeptChoices basket={basketFixture()} />)
  await waitFor(() => expect(texts()).toEqual(['LUNCH is on your ticket: Half-price lunch.']))
  expect(keptChoice('coupon')).toBeNull()
  await act(() => router.navigate('/cart'))
  expect(sent.mock.calls).toEqual([['/coupons/apply', { orderId: 'token', code: 'LUNCH' }]])
})

test.each(rewardKinds)('a chosen reward (%s) waits for a basket, and is added once', async (kind) => {
  answerWith(200, withCoupon(couponFixture()))
  keepChoice(kind, 'free-shake', 'A shake')
  const { rerender, router } = open()
  expect(keptChoice(kind)).toBe('free-shake')
  rerender(<KeptChoices basket={basketFixture()} />)
  await waitFor(() => expect(texts()).toEqual(['On your ticket: A shake.']))
  expect(keptChoice(kind)).toBeNull()
  expect(keptName(kind)).toBeNull()
  await act(() => router.navigate('/cart'))
  expect(sent.mock.calls).toEqual([['/rewards/apply', { orderId: 'token', reward: 'free-shake' }]])
})

test.each([
  ['coupon', 'NOPE', 422, refusal('coupon-conditions'), 'NOPE: Coupon conditions are not met.'],
  [
    'reward',
    'free-shake',
    409,
    refusal('points-short', { missing: 9 }),
    'So close: that reward needs 9 more points.',
  ],
  ['reward', 'free-shake', 409, refusal('reward-used'), 'You already have that reward in another order.'],
  [
    'given',
    'birthday-2026',
    409,
    refusal('reward-used'),
    'A gift: You already have that reward in another order.',
  ],
] as const)(
  'a refused %s is named with the reason, and forgotten',
  async (kind, value, status, body, text) => {
    answerWith(status, body)
    keepChoice(kind, value, 'A gift')
    open('/', basketFixture())
    await waitFor(() => expect(texts()).toEqual([text]))
    expect(keptChoice(kind)).toBeNull()
  },
)

test.each(['coupon', 'reward'] as const)(
  'without a response a %s stays kept with its expiry, and is tried again on the next page',
  async (kind) => {
    answerWith(0, {})
    keepChoice(kind, 'later')
    const cookies = vi.spyOn(document, 'cookie', 'set')
    const { router } = open('/', basketFixture())
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2)) // the queue retries once
    await act(async () => undefined)
    expect(keptChoice(kind)).toBe('later')
    expect(cookies).not.toHaveBeenCalled()
    expect(texts()).toEqual([])
    await act(() => router.navigate('/cart'))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(4))
    await act(async () => undefined)
    expect(new Set(keysSent)).toHaveLength(1)
  },
)

test('a choice that is being sent is not sent again by the next page', async () => {
  const { promise, resolve: respond } = Promise.withResolvers<void>()
  answerWith(200, withCoupon(couponFixture()), promise)
  keepChoice('reward', 'free-shake')
  const { router } = open('/', basketFixture())
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  await act(() => router.navigate('/cart'))
  respond()
  await waitFor(() => expect(texts()).toEqual(['On your ticket: A shake.']))
  expect(keptChoice('reward')).toBeNull()
  expect(sent).toHaveBeenCalledOnce()
})

test('a choice made while another one is being sent stays kept', async () => {
  const { promise, resolve: respond } = Promise.withResolvers<void>()
  answerWith(200, withCoupon(couponFixture()), promise)
  keepChoice('reward', 'free-shake')
  open('/', basketFixture())
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  keepChoice('reward', 'free-burger')
  respond()
  await waitFor(() => expect(texts()).toEqual(['On your ticket: A shake.']))
  expect(keptChoice('reward')).toBe('free-burger')
})

test('a reward for points and a gift wait beside each other', async () => {
  answerWith(200, basketFixture())
  keepChoice('reward', 'free-shake')
  keepChoice('given', 'birthday-2026')
  open('/', basketFixture())
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  expect(sent.mock.calls.map(([, body]) => body)).toEqual(
    ['free-shake', 'birthday-2026'].map((reward) => ({ orderId: 'token', reward })),
  )
  await waitFor(() => expect(rewardKinds.map(keptChoice)).toEqual([null, null, null]))
})

/** Returns a basket that the change queue does not know from another test. */
let baskets = 0
const newBasket = (some: Partial<Basket> = {}) => basketFixture({ orderId: `new-${++baskets}`, ...some })

/** Responds to a request for the dish with its details or a status, and to an addition with the basket that has it. */
function sell(details: object | number) {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.includes('/item-details/')) {
      expect(pathname).toMatch(/\/bdb-1001\/the-whole-hog$/)
      return typeof details === 'number'
        ? Response.json(refusal('item-not-found'), { status: details })
        : Response.json({ id: 'hog', slug: 'the-whole-hog', minimumQuantity: 1, quick: true, ...details })
    }
    sent(pathname.replace(/^.*basket-management/, ''), await request.json())
    const lines = [lineFixture(), lineFixture({ lineId: 'b', itemId: 'hog', slug: 'the-whole-hog' })]
    return Response.json(basketFixture({ orderId: `new-${baskets}`, version: 2, lines, count: 2 }))
  })
}

test('a dish of the line-up waits for a basket, and is added once as it comes', async () => {
  sell({})
  keepChoice('dish', 'the-whole-hog')
  const { rerender, router } = open()
  expect(keptChoice('dish')).toBe('the-whole-hog')
  rerender(<KeptChoices basket={newBasket()} />)
  await waitFor(() =>
    expect(texts()).toEqual([expect.stringMatching(/^The Whole Hog, as it comes: in the bag/)]),
  )
  expect(keptChoice('dish')).toBeNull()
  await act(() => router.navigate('/cart'))
  expect(sent.mock.calls.map(([, body]) => body)).toEqual([
    { orderId: `new-${baskets}`, itemId: 'hog', quantity: 1 },
  ])
})

test('a dish that the guest added is not added again', async () => {
  sell({})
  keepChoice('dish', 'the-whole-hog')
  open('/', newBasket({ lines: [lineFixture({ slug: 'the-whole-hog' })] }))
  await waitFor(() => expect(keptChoice('dish')).toBeNull())
  await act(async () => undefined)
  expect(sent).not.toHaveBeenCalled()
  expect(texts()).toEqual([])
})

test.each([
  ['is not sold at the location', 404],
  ['needs a choice', { quick: false }],
  ['is sold out', { unavailable: { reason: 'sold-out' } }],
])('a dish that %s is named and forgotten', async (_, details) => {
  sell(details)
  keepChoice('dish', 'the-whole-hog')
  open('/', newBasket())
  await waitFor(() =>
    expect(texts()).toEqual([expect.stringMatching(/^The Whole Hog isn’t on here right now/)]),
  )
  expect(keptChoice('dish')).toBeNull()
  expect(sent).not.toHaveBeenCalled()
})

test('without a response about a dish it stays kept', async () => {
  const fetched = vi.fn(async () => Promise.reject(new TypeError('offline')))
  vi.stubGlobal('fetch', fetched)
  keepChoice('dish', 'the-whole-hog')
  open('/', newBasket())
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  await act(async () => undefined)
  expect(keptChoice('dish')).toBe('the-whole-hog')
  expect(texts()).toEqual([])
})

test('a guest’s basket gets no reward', () => {
  forgetToken()
  answerWith(200, basketFixture())
  keepChoice('reward', 'free-shake')
  open('/', basketFixture())
  expect(sent).not.toHaveBeenCalled()
})

test('the end of a session forgets the rewards of its customer, but not those of a guest', () => {
  const store = storeWith()
  renderAt('/', <KeptChoices basket={undefined} />, store)
  for (const kind of rewardKinds) keepChoice(kind, 'free-shake')
  keepChoice('coupon', 'LUNCH')
  forgetToken()
  act(() => void store.dispatch(sessionChanged(readSession())))
  expect(rewardKinds.map(keptChoice)).toEqual([null, null, null])
  expect(keptChoice('coupon')).toBe('LUNCH')
  keepChoice('banner', 'free-shake')
  act(() => void store.dispatch(sessionChanged(readSession())))
  expect(keptChoice('banner')).toBe('free-shake')
})
