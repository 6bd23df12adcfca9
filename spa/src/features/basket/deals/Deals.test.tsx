import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { Basket, Deals as BasketDeals, MissedDeal } from '../../../api/generated'
import { storeToken } from '../../../api/storedToken'
import { basketFixture, couponFixture, dealsFixture } from '../../../basket/fixtures'
import { renderAt } from '../../../renderAt'
import type { BasketActions } from '../useBasketActions'
import { Deals } from './Deals'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const lunch = couponFixture({
  id: 'lunch',
  deal: 'lunch',
  code: 'LUNCH',
  kind: 3,
  label: 'Lunch deal',
  points: undefined,
  applied: false,
})
const fries = { itemId: 'pit-fries', slug: 'pit-fries', label: 'Pit Fries', price: usd(295) }

/** The part of a page that shows the deals. */
function Part({ deals, cart }: { deals: Partial<BasketDeals>; cart: object }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const basket = basketFixture({ deals: dealsFixture(deals) })
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Deals
      </h2>
      <Deals basket={basket} cart={cart as BasketActions} heading={heading} />
    </>
  )
}

function show(deals: Partial<BasketDeals>, cart: Partial<Record<keyof BasketActions, unknown>> = {}) {
  renderAt('/cart', <Part deals={deals} cart={cart} />)
}
const answer = (deals: Partial<BasketDeals> = {}) =>
  vi.fn(async (): Promise<Basket> => basketFixture({ deals: dealsFixture(deals) }))

test.each<[string, Omit<MissedDeal, 'id' | 'label'>, string, string | undefined]>([
  [
    'an amount',
    { reason: 'amount', missing: usd(210), fix: { kind: 'add-items' } },
    '$2.10 more, and it’s yours',
    '/quote/everyday/brookside-tulsa?type=carryout',
  ],
  [
    'an account',
    { reason: 'sign-in', fix: { kind: 'sign-in' } },
    'For guests with an account.Sign in',
    '/login?return=%2Fcart',
  ],
  [
    'one of many items',
    { reason: 'items', quantity: 1, items: [fries], fix: { kind: 'add-items' } },
    'One item short: Pit Fries.See the menu',
    '/quote/everyday/brookside-tulsa?type=carryout',
  ],
  [
    'an item of any kind',
    { reason: 'items', quantity: 1, fix: { kind: 'add-items' } },
    'Put something in the cart first.See the menu',
    '/quote/everyday/brookside-tulsa?type=carryout',
  ],
  ['another place', { reason: 'elsewhere' }, 'For other grills, or for another kind of order.', undefined],
  [
    'a handoff that is not offered here',
    { reason: 'handoff', handoffs: [1] },
    'Not for an order like this one.',
    undefined,
  ],
  ['a limit', { reason: 'limit' }, 'Every one of them is taken.', undefined],
])('a deal that needs %s says so', (_, deal, text, href) => {
  show({ missed: [{ id: 'p', label: 'Deal: ', ...deal }] })
  const row = screen.getByRole('listitem')
  expect(row.textContent).toBe(`Deal: ${text}`)
  expect(within(row).queryByRole('link')?.getAttribute('href')).toBe(href)
})

test('a missing item is added by one press, and a double press adds it once', async () => {
  let reply: (basket: Basket) => void = () => {}
  const add = vi.fn(() => new Promise<Basket>((resolve) => (reply = resolve)))
  const fix = { kind: 'add-item', itemId: 'pit-fries', quantity: 1 } as const
  show({ missed: [{ id: 'p', label: 'Deal', reason: 'items', items: [fries], fix }] }, { add })
  const button = screen.getByRole('button', { name: 'Add Pit Fries – $2.95' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(add.mock.calls).toEqual([[{ itemId: 'pit-fries', quantity: 1 }]])
  expect(button.getAttribute('aria-disabled')).toBe('true')
  reply(basketFixture())
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
})

test('the fix names no price of a dish that the deal reduces', () => {
  const fix = { kind: 'add-item', itemId: 'pit-fries', quantity: 1, reduces: true } as const
  show({ missed: [{ id: 'p', label: 'Deal', reason: 'items', items: [fries], fix }] })
  screen.getByRole('button', { name: 'Add Pit Fries' })
})

test('a time is chosen by one press: the first free one of the deal', async () => {
  const hold = answer()
  const slot = (start: string, full?: boolean) => ({ start, end: start, full })
  const day = {
    date: '2026-11-25',
    slots: [slot('2026-11-25T16:45:00Z'), slot('2026-11-25T17:00:00Z', true), slot('2026-11-25T17:15:00Z')],
  }
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    expect(url).toContain('date=2026-11-25')
    return new Response(JSON.stringify({ day, days: [] }))
  })
  const fix = { kind: 'time', at: '2026-11-25T17:00:00Z' } as const
  show({ missed: [{ id: 'p', label: 'Deal', reason: 'time', from: fix.at, fix }] }, { hold })
  fireEvent.click(screen.getByRole('button', { name: /^Choose/ }))
  await waitFor(() => expect(hold.mock.calls).toEqual([[{ start: '2026-11-25T17:15:00Z' }]]))
})

test('a refused code stays in its field; an accepted one closes it and takes the focus', async () => {
  const refusal = { status: 422, problem: { code: 'coupon-conditions', message: '', errors: [] } }
  const applyCoupon = answer({ coupons: [lunch] }).mockRejectedValueOnce(refusal)
  show({}, { applyCoupon })
  fireEvent.click(screen.getByRole('button', { name: 'Have a code?' }))
  const field = screen.getByRole('textbox', { name: 'Code' }) as HTMLInputElement
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: ' lunch ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Coupon conditions are not met.')).toBeTruthy()
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual([' lunch ', 'true'])
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(applyCoupon.mock.calls).toEqual([['lunch'], ['lunch']])
})

test('a code without effect says why, is not listed twice, and can be used instead or removed', () => {
  const chooseDeals = answer()
  const removeCoupon = answer()
  show(
    {
      coupons: [lunch],
      missed: [{ id: 'lunch', label: 'Lunch deal', coupon: 'LUNCH', reason: 'other-deal' }],
      others: [{ id: 'lunch', label: 'Lunch deal', saving: usd(100) }],
    },
    { chooseDeals, removeCoupon },
  )
  const row = screen.getByRole('listitem')
  expect(row.textContent).toContain('What you have now saves more.')
  fireEvent.click(within(row).getByRole('button', { name: 'Use this instead: Lunch deal' }))
  fireEvent.click(within(row).getByRole('button', { name: 'Remove code LUNCH' }))
  expect(chooseDeals.mock.calls).toEqual([[['lunch']]])
  expect(removeCoupon.mock.calls).toEqual([['LUNCH']])
})

test('after a choice one press leads back to the best deal; a lost deal is named once', () => {
  const chooseDeals = answer()
  show(
    {
      chosen: ['a'],
      lost: [{ id: 'b', label: 'First hundred', reason: 'limit' }],
      missed: [{ id: 'b', label: 'First hundred', reason: 'limit' }],
    },
    { chooseDeals },
  )
  expect(screen.getAllByText(/First hundred/).map((e) => e.textContent)).toEqual([
    'First hundred: the last one went to another order.',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Back to the best deal' }))
  expect(chooseDeals.mock.calls).toEqual([[[]]])
})

const shake = couponFixture()

test('a reward of the cart shows its price, and is removed as one', async () => {
  const remove = answer()
  show({ coupons: [shake] }, { rewards: { remove } })
  screen.getByText('90 points')
  fireEvent.click(screen.getByRole('button', { name: 'Remove A shake' }))
  expect(remove.mock.calls).toEqual([['free-shake']])
  screen.getByRole('button', { name: 'Have a code?' })
})

test('a customer sees the rewards that the remaining points pay for, and spends them by a press', async () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  const reward = (id: string, label: string, points: number) => ({ id, kind: 'itemFree', label, points })
  const items = [
    reward('free-side', 'A side', 60),
    reward('free-shake', 'A shake', 90),
    reward('free-burger', 'A burger', 180),
  ]
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(url.endsWith('/points') ? { spendable: 150, held: 0, debt: 0 } : { rules: {}, items }),
  )
  const add = answer({ coupons: [shake] })
  show({ coupons: [shake] }, { rewards: { add } })
  await screen.findByText('You have 60 points to spend.')
  fireEvent.click(screen.getByRole('button', { name: /^Use it: / }))
  expect(add.mock.calls).toEqual([['free-side']])
})

test('the cart suggests what saves the most, then given rewards and those for points; a press uses one', async () => {
  storeToken('abc', '2100-01-01T00:00:00Z', 'Anna')
  const answers: Record<string, object> = {
    points: { spendable: 100, held: 0, debt: 0 },
    'store-items': {
      rules: {},
      items: [{ id: 'free-shake', label: 'A shake', points: 90, kind: 'itemFree' }],
    },
    rewards: {
      rewards: [{ id: 'birthday-2026', label: 'A side', state: 'open', type: 2, kind: 3, itemType: 4 }],
    },
    'wallet-suggestion': {
      suggestion: { id: 'birthday-2026', label: 'A side', saves: usd(295), points: 0, kind: 'grant' },
    },
  }
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(answers[new URL(url).pathname.replace(/^.*\/loyalty\//, '')] ?? {}),
  )
  const add = answer()
  show({}, { rewards: { add } })
  const board = within(await screen.findByRole('region', { name: 'The best move for this cart' }))
  board.getByText('$2.95 off')
  board.getByRole('button', { name: 'Use it: A side' })
  const buttons = await waitFor(() => {
    const found = screen.getAllByRole('button', { name: /^Use it: / })
    expect(found).toHaveLength(2)
    return found
  })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Use it: A side',
    'Use it: A shake',
  ])
  expect(add).not.toHaveBeenCalled()
  fireEvent.click(buttons[0]!)
  fireEvent.click(buttons[1]!) // ignored until the first press is answered
  await waitFor(() => expect(add.mock.calls).toEqual([['birthday-2026']]))
})

test('a given reward in the cart names no points, and is removed by its id', async () => {
  const remove = answer()
  const coupon = couponFixture({
    id: 'birthday-2026',
    deal: 'side',
    kind: 4,
    label: 'A side',
    points: undefined,
  })
  show({ coupons: [coupon] }, { rewards: { remove } })
  screen.getByText('On the house')
  fireEvent.click(screen.getByRole('button', { name: 'Remove A side' }))
  await waitFor(() => expect(remove).toHaveBeenCalledWith('birthday-2026'))
})

test('the focus stays near a button that its press removes', async () => {
  const bonus = { ...lunch, id: 'bonus', deal: 'bonus', code: 'BONUS' }
  const fix = { kind: 'add-item', itemId: 'pit-fries', quantity: 1 } as const
  const missed: MissedDeal = { id: 'p', label: 'Deal', reason: 'items', items: [fries], fix }
  function Page() {
    const [deals, setDeals] = useState<Partial<BasketDeals>>({ coupons: [lunch, bonus], missed: [missed] })
    const change = (after: Partial<BasketDeals>) => async () => {
      setDeals({ ...deals, ...after })
      return basketFixture()
    }
    const removeCoupon = (code: string) =>
      change({ coupons: deals.coupons!.filter((coupon) => coupon.code !== code) })()
    return <Part deals={deals} cart={{ removeCoupon, add: change({ missed: [] }) }} />
  }
  renderAt('/cart', <Page />)
  const press = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
  }
  press('Remove code LUNCH')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove code BONUS'))
  press('Remove code BONUS')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Deals'))
  press('Add Pit Fries – $2.95')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Deals'))
})
