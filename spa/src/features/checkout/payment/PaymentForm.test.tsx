import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { apiError } from '../../../api/apiError'
import type { Basket, Method } from '../../../api/generated'
import { renderAt } from '../../../renderAt'
import { PaymentForm } from './PaymentForm'
import type { OrderPlacement, PlacementState } from './usePlacement'

const contact = { firstName: 'Dolores', lastName: 'Whitaker', email: 'd@example.com', phone: '918-555-0142' }
const method: Method = { kind: 2, field: 'about:blank', publishableKey: 'pk', provider: 'stripe' }
const usd = (minor: number) => ({ minor, currency: 'usd' as const })

function basket(total: number): Basket {
  return {
    orderId: 'basket',
    version: 3,
    state: 'open',
    store: { country: 'US', timeZone: 'America/Chicago', slug: 'blue-dome', label: 'Blue Dome' },
    hold: { start: '2026-11-21T23:45:00Z', end: '2026-11-22T00:00:00Z', expires: '2999-01-01T00:00:00Z' },
    lines: [{ lineId: 'a' }],
    problems: [],
    changes: [],
    totals: { subtotal: usd(total), taxes: [], tip: usd(0), total: usd(total) },
  } as unknown as Basket
}

function show(total: number, state?: PlacementState) {
  return mount(basket(total), state).place
}

/** Renders the form with a basket that another tab may change. */
function mount(first: Basket, firstState: PlacementState = { phase: 'ready' }, methodsPending = false) {
  const place = vi.fn()
  const rest = { place, showBank: vi.fn(), giveUp: vi.fn(), clearRejection: vi.fn() }
  let change: (to: Basket) => void = () => {}
  let loadMethods = () => {}
  let changeState: (to: PlacementState) => void = () => {}
  function Form() {
    const [basket, setBasket] = useState(first)
    const [methodsLoaded, setMethodsLoaded] = useState(!methodsPending)
    const [state, setState] = useState(firstState)
    changeState = (to) => act(() => setState(to))
    change = (to) => act(() => setBasket(to))
    loadMethods = () => act(() => setMethodsLoaded(true))
    return (
      <PaymentForm
        basket={basket}
        contact={contact}
        methods={!methodsLoaded ? undefined : first.totals.total.minor ? [method] : []}
        placement={{ ...rest, state } as unknown as OrderPlacement}
        onStale={vi.fn()}
      />
    )
  }
  renderAt('/checkout/payment', <Form />)
  return {
    place,
    change: (to: Basket) => change(to),
    loadMethods: () => loadMethods(),
    setState: (to: PlacementState) => changeState(to),
  }
}

test('a free order needs no card, and does not wait for payment methods', async () => {
  const { place } = mount(basket(0), { phase: 'ready' }, true)
  fireEvent.click(await screen.findByRole('button', { name: 'Place order' }))
  expect(place).toHaveBeenCalledWith({ free: { contact } })
  expect(screen.queryByTitle(/^Card number/)).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the fields below the card render when the payment methods have loaded', async () => {
  const { loadMethods } = mount(basket(3112), { phase: 'ready' }, true)
  expect(await screen.findByRole('heading', { name: /How are you paying/ })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  loadMethods()
  expect(screen.getByTitle(/^Card number/)).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'City' })).toBeDefined()
})

test('the button shows the price, and an incomplete form places nothing', async () => {
  const place = show(3112)
  const postMessage = vi.fn()
  Object.defineProperty(screen.getByTitle(/^Card number/), 'contentWindow', { value: { postMessage } })
  fireEvent.click(await screen.findByRole('button', { name: 'Place order – $31.12' }))
  await waitFor(() => expect(screen.getByText('5 things to fix')).toBeDefined())
  const summary = screen.getByText('5 things to fix').parentElement!
  expect(
    within(summary)
      .getAllByRole('button')
      .map((line) => line.textContent),
  ).toEqual([
    'The card is not complete',
    ...['Billing address', 'City', 'State', 'ZIP code'].map((missing) => `${missing} is required`),
  ])
  // The card field shows its errors together with the other fields.
  expect(postMessage).toHaveBeenCalledWith({ type: 'card-field:check' }, '*')
  expect(place).not.toHaveBeenCalled()
})

/** Fills in the form except for the card. Returns helpers that read the messages to the card field and send its answers. */
async function payable() {
  const { place, setState } = mount(basket(3112))
  const messages: { type: string; request: number }[] = []
  const frame = await screen.findByTitle<HTMLIFrameElement>(/^Card number/)
  const source = { postMessage: (data: (typeof messages)[0]) => void messages.push(data) }
  Object.defineProperty(frame, 'contentWindow', { value: source })
  const answer = (data: object) => {
    const event = new MessageEvent('message', { data })
    Object.defineProperty(event, 'source', { value: source })
    return act(async () => void dispatchEvent(event))
  }
  await answer({ type: 'card-field:ready' })
  await answer({ type: 'card-field:change', complete: true })
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  for (const [name, value] of [
    ['Billing address', '1 Main St'],
    ['City', 'Tulsa'],
    ['State', 'OK'],
    ['ZIP code', '74105'],
  ] as const)
    type(name, value)
  const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /^Place order/ })))
  const tokenizing = () => messages.filter(({ type }) => type === 'card-field:tokenize')
  return { place, setState, frame, type, press, answer, tokenizing }
}

test('the cardholder defaults to the guest’s name', async () => {
  show(3112)
  const cardholder = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Cardholder name' })
  expect(cardholder.value).toBe('Dolores Whitaker')
})

test('a declined card stays in its field', async () => {
  const { frame, setState } = await payable()
  setState({
    phase: 'refused',
    error: apiError(402, JSON.stringify({ code: 'payment-declined', message: '', errors: [] })),
  })
  expect(screen.getByTitle(/^Card number/)).toBe(frame)
})

test('a card field that does not answer shows an error, and its late answer is ignored', async () => {
  const { place, type, press, answer, tokenizing } = await payable()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await press()
  await waitFor(() => expect(tokenizing()).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(screen.getByRole('alert').textContent).toContain('The card service didn’t answer.')
  type('Billing address', '2 Main St')
  await press()
  await waitFor(() => expect(tokenizing()).toHaveLength(2))
  vi.useRealTimers()
  expect(screen.queryByRole('alert')).toBeNull()
  const [first, second] = tokenizing().map(({ request }) => request)
  await answer({ type: 'card-field:token', request: first, id: 'old' })
  expect(place).not.toHaveBeenCalled()
  await answer({ type: 'card-field:token', request: second, id: 'new' })
  await waitFor(() => expect(place).toHaveBeenCalledTimes(1))
  expect(place.mock.calls[0]![0].card).toMatchObject({
    paymentMethod: 'new',
    billing: { address: '2 Main St', cardholder: 'Dolores Whitaker' },
  })
})

test('changes of another tab are listed, and nothing is placed before they are accepted', async () => {
  const fries = { lineId: 'f', itemId: 'fries', label: 'Pit Fries', quantity: 1, choices: [], modifiers: [] }
  const deal = { lineId: 'd', itemId: 'deal', label: 'The Big Deal', quantity: 1, choices: [], modifiers: [] }
  const cart = (version: number, total: number, lines: object[]) =>
    ({ ...basket(total), version, lines }) as unknown as Basket
  const seen = cart(3, 0, [{ ...fries, price: usd(349) }])
  const { place, change } = mount(seen)
  change(
    cart(4, 795, [
      { ...deal, price: usd(795) },
      { ...fries, quantity: 2, price: usd(698) },
    ]),
  )
  change(cart(5, 0, [{ ...deal, price: usd(795) }]))
  const notice = screen.getByRole('alert')
  expect([...notice.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
    '1 × The Big Deal, added$7.95',
    '1 × Pit Fries, taken off$3.49',
  ])
  fireEvent.submit(screen.getByRole('button', { name: 'Place order' }).closest('form')!)
  expect(place).not.toHaveBeenCalled()
  fireEvent.click(within(notice).getByRole('button', { name: 'OK, that’s my order' }))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Place order' }))
  expect(place).toHaveBeenCalledTimes(1)
})

test('a lost deal is named as gone, also if another one replaces it', () => {
  const taking = (id: string, minor: number) => ({ id, label: id, amount: usd(minor) })
  const cart = (adjustments: object[], lost: object[] = []) => {
    const plain = basket(795)
    const totals = { ...plain.totals, adjustments }
    return { ...plain, lines: [], totals, deals: { lost } } as unknown as Basket
  }
  const { change } = mount(cart([taking('Lunch', 200)]))
  change(cart([taking('Tuesday', 200)], [{ id: 'Lunch', label: 'Lunch', reason: 'limit' }]))
  const notice = within(screen.getByRole('alert'))
  notice.getByText('A deal is gone')
  notice.getByText('Lunch: the last one went to another order.')
})

test.each([
  ['payment-declined', 'The card was declined. Nothing was charged: try another card.'],
  ['timeslot-passed', 'It is too late for that time. Nothing was charged: choose another time.'],
])('a rejection with %s that also ends the hold shows its reason and other times', async (code, reason) => {
  vi.stubGlobal('fetch', async () => {
    const slots = [{ start: '2026-11-22T00:15:00Z', end: '2026-11-22T00:30:00Z' }]
    return new Response(JSON.stringify({ days: [], day: { date: '2026-11-21', slots } }))
  })
  const missing = { code: 'timeslot-missing', pointer: '/timeslot', message: 'Choose a time', fixes: [] }
  const without = { ...basket(3112), hold: undefined, problems: [missing] } as unknown as Basket
  const refusal = apiError(409, JSON.stringify({ code, message: code, errors: [] }))
  mount(without, { phase: 'refused', error: refusal })
  expect(screen.getByText(reason)).toBeDefined()
  const times = await screen.findByRole('group', { name: 'The next open times:' })
  expect(within(times).getAllByRole('button')).toHaveLength(1)
  fireEvent.click(within(times).getByRole('button'))
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Place order/))
})

test.each<[string, PlacementState]>([
  ['the order is being placed', { phase: 'placing' }],
  ['the response was lost', { phase: 'unsure', error: {} as never, retry: vi.fn() }],
  ['the bank authenticates the guest', { phase: 'bank', orderToken: 'token', page: '/bank', open: false }],
])('nothing is placed while %s', async (_, state) => {
  const place = show(0, state)
  const button = await screen.findByRole('button', { name: /^(Place order|Placing|Waiting)/ })
  fireEvent.click(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(place).not.toHaveBeenCalled()
})

test('a rejected contact detail is named with its field', async () => {
  const problems = [{ code: 'web-address', pointer: '/contact/firstName', message: '' }]
  const body = { code: 'invalid', message: '', errors: [], problems }
  show(0, { phase: 'refused', error: apiError(422, JSON.stringify(body)) })
  expect((await screen.findByRole('listitem')).textContent).toMatch(/^First name Web addresses/)
})

test('after too many attempts the wait is shown, then the order can be placed', async () => {
  const body = { code: 'too-many-attempts', message: '', params: { minutes: 15 } }
  const place = show(0, { phase: 'refused', error: apiError(429, JSON.stringify(body)) })
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in 15 min.')
  fireEvent.click(screen.getByRole('button', { name: 'Place order' }))
  expect(place).toHaveBeenCalledTimes(1)
})

test('offline nothing is placed, and the button shows the reason', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const place = show(0)
  const button = await screen.findByRole('button', { name: 'Place order' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(button.getAttribute('aria-describedby')!)
  expect(reason?.getAttribute('role')).toBe('status')
  expect(reason?.textContent).toBe('No connection: nothing is sent until it’s back.')
  fireEvent.click(button)
  fireEvent.submit(button.closest('form')!)
  expect(place).not.toHaveBeenCalled()

  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(reason?.textContent).toBe('')
  fireEvent.click(button)
  expect(place).toHaveBeenCalledTimes(1)
})

test('a value that is too long is in the error summary, with its field', async () => {
  show(3112)
  const city = await screen.findByRole('textbox', { name: 'City' })
  fireEvent.change(city, { target: { value: 'x'.repeat(101) } })
  fireEvent.click(screen.getByRole('button', { name: 'Place order – $31.12' }))
  expect(await screen.findByRole('button', { name: 'City: at most 100 characters' })).toBeDefined()
  expect(screen.getByText('At most 100 characters')).toBeDefined()
})

test('a card of the other country is accepted with that country’s postal code', async () => {
  show(3112)
  const code = await screen.findByRole('textbox', { name: 'ZIP code' })
  const state = screen.getByRole('textbox', { name: 'State' })
  const type = (field: HTMLElement, value: string) => {
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  expect(code.getAttribute('inputmode')).toBe('numeric')
  type(code, 'H2W 1Z4')
  type(state, 'OK')
  await screen.findByText('Not a valid ZIP or postal code')
  type(state, 'Québec')
  await waitFor(() => expect(screen.queryByText('Not a valid ZIP or postal code')).toBeNull())
  expect(code.getAttribute('inputmode')).toBe('text')
  type(state, 'Bavaria')
  await screen.findByText('Not a valid state or province')
})
