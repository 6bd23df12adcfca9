import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Basket } from '../api/generated'
import { renderHookAt, storeWith } from '../renderAt'
import { basketFixture, lineFixture } from './fixtures'
import { type LocationContext, useBasketAtLocation } from './useBasketAtLocation'

const usd = (minor: number) => ({ minor, currency: 'usd' as const })
const here: LocationContext = { id: 'bdb-1010', offered: ['carryout', 'curbside'], handoff: 'carryout' }
const location = { ...basketFixture().store, id: here.id, label: 'Blue Dome' }
const line = { itemId: 'pit-fries', quantity: 1 }
const dearer = { kind: 'price', lineId: 'a', label: 'The Big Deal', was: usd(795), now: usd(970) } as const

const old = basketFixture({ orderId: 'old' })
const trial = basketFixture({ orderId: 'new', store: location, changes: [dearer] })
const moved = basketFixture({ orderId: 'new', store: location, version: 2 })

const respond = vi.fn<(call: string, body: unknown, headers: Headers) => [number, unknown]>()

beforeEach(() => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/online-ordering', '')}`
    const [status, body] = respond(call, JSON.parse((await request.text()) || 'null'), request.headers)
    if (status === 0) throw new TypeError('no answer')
    return new Response(JSON.stringify(body), { status })
  })
})

/** Mocks the server: each expected call is answered once, in any order; other calls fail the test. */
function answers(...expected: [call: string, status: number, body: unknown][]) {
  const remaining = [...expected]
  respond.mockImplementation((call) => {
    const at = remaining.findIndex(([wanted]) => wanted === call)
    const [found] = at < 0 ? [] : remaining.splice(at, 1)
    return found ? [found[1], found[2]] : [599, {}]
  })
}

const sent = (call: string) => respond.mock.calls.filter(([asked]) => asked === call)

function visit(quote: string | null = 'old', page: LocationContext = here) {
  const redux = storeWith({ quote, handoff: null })
  const onArrival = vi.fn()
  const onHandoff = vi.fn()
  const { result } = renderHookAt('/', () => useBasketAtLocation(page, onArrival, onHandoff), redux)
  const cart = () => result.current
  return { cart, onArrival, onHandoff, quote: () => redux.getState().basketSession.quote }
}

/** Opens a page with a cart at another location. */
async function visitWithCartElsewhere(cartThere: Basket = old, page: LocationContext = here) {
  const visited = visit('old', page)
  await waitFor(() => expect(visited.cart().elsewhere).toEqual(cartThere))
  return visited
}

test('without a cart, adding a dish starts one here', async () => {
  answers(['POST /orders', 200, moved])
  const { cart, onArrival, quote } = visit(null)
  const addition = await act(() => cart().add(line, 'k'))
  expect(quote()).toBe('new')
  expect(addition).toEqual({ outcome: 'added', arrival: { basket: moved, line, before: undefined } })
  expect(onArrival).not.toHaveBeenCalled()
})

test('two quick presses start one cart with both dishes', async () => {
  const begun = { ...moved, orderId: 'begun' }
  answers(['POST /orders', 200, begun], ['POST /order-items', 200, { ...begun, version: 3 }])
  const { cart } = visit(null)
  await act(() => Promise.all([cart().add(line, 'k'), cart().add(line, 'l')]))
  expect(sent('POST /orders')).toHaveLength(1)
  expect(sent('POST /order-items')).toHaveLength(1)
})

test('an addition is retried after a version conflict and after a lost answer', async () => {
  const cartHere = basketFixture({ orderId: 'here', store: location })
  const changed = {
    code: 'basket-changed',
    message: 'changed',
    errors: [],
    current: { ...cartHere, version: 4 },
  }
  answers(
    ['GET /orders/here', 200, cartHere],
    ['POST /order-items', 409, changed],
    ['POST /order-items', 200, { ...cartHere, version: 5 }],
    ['POST /order-items', 0, {}],
    ['POST /order-items', 200, { ...cartHere, version: 6 }],
  )
  const { cart } = visit('here')
  await act(() => cart().add(line, 'k'))
  await act(() => cart().add(line, 'l'))
  const headers = sent('POST /order-items').map(([, , headers]) => headers)
  expect(headers.map((h) => h.get('idempotency-key'))).toEqual(['k', 'k-again', 'l', 'l'])
  expect(headers.map((h) => h.get('if-match'))).toEqual(['"1"', '"4"', '"5"', '"5"'])
})

test('a dish for a cart of another restaurant asks first and sends nothing', async () => {
  answers(['GET /orders/old', 200, old])
  const { cart, quote } = await visitWithCartElsewhere()
  expect(await act(() => cart().add(line, 'k'))).toEqual({ outcome: 'question' })
  expect(cart().dialog).toMatchObject({ open: true, move: { line, cart: old } })
  act(() => cart().dialog.onKeep())
  expect(cart().dialog.open).toBe(false)
  expect(quote()).toBe('old')
  expect(respond).toHaveBeenCalledTimes(1)
})

test('a press before the cart has loaded waits for it', async () => {
  answers(['GET /orders/old', 200, old])
  const { cart, quote } = visit()
  expect(cart().elsewhere).toBeUndefined()
  await act(() => cart().add(line, 'k'))
  expect(cart().dialog).toMatchObject({ open: true, move: { line, cart: old } })
  expect(quote()).toBe('old')
})

test('a cart that fails to load is not replaced', async () => {
  answers()
  const { cart, quote } = visit()
  await act(() => expect(cart().add(line, 'k')).rejects.toMatchObject({ status: 599 }))
  expect(quote()).toBe('old')
  expect(sent('POST /orders')).toEqual([])
})

test('an empty cart of another restaurant does not ask', async () => {
  const empty = basketFixture({ orderId: 'old', lines: [], count: 0 })
  answers(['GET /orders/old', 200, empty], ['POST /orders', 200, moved])
  const { cart, quote } = visit()
  await act(() => cart().add(line, 'k'))
  expect(quote()).toBe('new')
})

test('a cart without differences moves at once and can move back', async () => {
  answers(['GET /orders/old', 200, old], ['POST /orders', 200, moved])
  const { cart, onArrival, quote } = await visitWithCartElsewhere()
  await act(() => cart().moveHere(old))
  expect(sent('POST /orders')[0]![1]).toMatchObject({ locationId: here.id, from: 'old' })
  expect(quote()).toBe('new')
  expect(onArrival).toHaveBeenCalledWith({ basket: moved, line: undefined, before: old })
  act(() => cart().goBackTo(old))
  expect(quote()).toBe('old')
})

test('a cart with differences is a trial until the guest accepts', async () => {
  answers(['GET /orders/old', 200, old], ['POST /orders', 200, trial], ['PUT /orders/new', 200, moved])
  const { cart, onArrival, quote } = await visitWithCartElsewhere()
  await act(() => cart().add(line, 'k'))
  await act(async () => void (await cart().dialog.onMoveHere()))
  expect(sent('POST /orders')[0]![1]).toMatchObject({ from: 'old', line })
  expect(cart().dialog).toMatchObject({ open: true, move: { line, cart: old, trial } })
  expect(quote()).toBe('old')
  expect(onArrival).not.toHaveBeenCalled()
  await act(async () => void (await cart().dialog.onAccept()))
  const [[, body, headers]] = sent('PUT /orders/new') as [[string, unknown, Headers]]
  expect(body).toEqual({ acceptChanges: true })
  expect(headers.get('if-match')).toBe('"1"')
  expect(cart().dialog.open).toBe(false)
  expect(quote()).toBe('new')
  expect(onArrival).toHaveBeenCalledWith({ basket: moved, line, before: old })
})

test('a held time counts as a difference and does not move', async () => {
  const held = basketFixture({
    orderId: 'old',
    hold: {
      start: '2026-11-20T18:30:00Z',
      end: '2026-11-20T18:45:00Z',
      expires: '2026-11-20T18:10:00Z',
      asap: true,
    },
  })
  answers(['GET /orders/old', 200, held], ['POST /orders', 200, moved])
  const { cart, quote } = await visitWithCartElsewhere(held)
  await act(() => cart().moveHere(held))
  expect(cart().dialog).toMatchObject({ open: true, move: { cart: held, trial: moved } })
  expect(quote()).toBe('old')
  await act(async () => void (await cart().dialog.onAccept()))
  expect(quote()).toBe('new')
})

test('further changes are shown again', async () => {
  const worse = basketFixture({
    orderId: 'new',
    store: location,
    version: 2,
    changes: [{ kind: 'sold-out', lineId: 'a', label: 'The Big Deal' }],
    lines: [lineFixture()],
  })
  const refusal = { code: 'basket-changed', message: 'changed', errors: [], current: worse }
  answers(['GET /orders/old', 200, old], ['POST /orders', 200, trial], ['PUT /orders/new', 409, refusal])
  const { cart, quote } = await visitWithCartElsewhere()
  await act(() => cart().moveHere(old))
  await act(async () => void (await cart().dialog.onAccept()))
  expect(cart().dialog).toMatchObject({ open: true, move: { cart: old, trial: worse } })
  expect(quote()).toBe('old')
})

test('a failure is shown, and the cart stays', async () => {
  const refusal = { code: 'no-online-orders', message: 'no', errors: [] }
  answers(['GET /orders/old', 200, old], ['POST /orders', 422, refusal])
  const { cart, quote } = await visitWithCartElsewhere()
  await act(() => cart().moveHere(old))
  expect(cart().error).toBe('This location currently does not offer online ordering.')
  expect(quote()).toBe('old')
})

test('a cart of another country is named, and only the guest replaces it', async () => {
  const refusal = { code: 'wrong-country', message: 'abroad', errors: [] }
  answers(['GET /orders/old', 400, refusal], ['POST /orders', 200, moved])
  const { cart, quote } = visit()
  await waitFor(() => expect(cart().abroad).toBe(true))
  await act(() => cart().add(line, 'k'))
  expect(cart().dialog).toMatchObject({ open: true, move: { line } })
  expect(cart().dialog.move?.cart).toBeUndefined()
  expect(quote()).toBe('old')
  expect(sent('GET /orders/old')).toHaveLength(1) // the site of another country does not repeat the request
  await act(async () => void (await cart().dialog.onStartNew()))
  expect(quote()).toBe('new')
})

describe('another handoff', () => {
  const hold = { start: '2026-11-20T18:30:00Z', end: '2026-11-20T18:45:00Z', expires: '2026-11-20T18:10:00Z' }
  const cartHere = basketFixture({ orderId: 'old', store: location, hold })
  const ended = [{ code: 'hold-ended', message: '', pointer: '/timeslot', fixes: [] }]
  const curbside = basketFixture({ orderId: 'new', store: location, handoff: 4, problems: ended })

  /** Opens the dialog of a page with a cart, and chooses curbside. */
  async function chooseCurbside() {
    const visited = visit()
    await waitFor(() => {
      act(() => visited.cart().askForHandoff())
      expect(visited.cart().dialog.move?.cart).toBeTruthy()
    })
    await act(async () => void (await visited.cart().dialog.onHandoff('curbside')))
    return visited
  }

  test('of an empty cart changes without a question', async () => {
    const { cart, onHandoff } = visit(null)
    act(() => cart().askForHandoff())
    act(() => void cart().dialog.onHandoff('curbside'))
    expect(onHandoff).toHaveBeenCalledWith('curbside')
    expect(cart().dialog.open).toBe(false)
    expect(sent('POST /orders')).toEqual([])
  })

  test('the same one changes nothing', async () => {
    answers(['GET /orders/old', 200, cartHere])
    const { cart, quote } = visit()
    await waitFor(() => expect(respond).toHaveBeenCalled())
    act(() => cart().askForHandoff())
    act(() => void cart().dialog.onHandoff('carryout'))
    expect(cart().dialog.open).toBe(false)
    expect(quote()).toBe('old')
  })

  test('moves the cart and its time in one call', async () => {
    answers(
      ['GET /orders/old', 200, cartHere],
      ['POST /orders', 200, curbside],
      ['PUT /timeslots/new', 200, { ...curbside, problems: [], hold }],
      ['GET /orders/old', 200, { ...cartHere, version: 2, hold: undefined }],
    )
    const { onArrival, quote } = await chooseCurbside()
    expect(sent('POST /orders')[0]![1]).toMatchObject({ handoff: 4, from: 'old' })
    expect(sent('PUT /timeslots/new')[0]![1]).toEqual({ start: hold.start })
    expect(quote()).toBe('new')
    expect(onArrival.mock.lastCall?.[0].basket.hold).toEqual(hold)
    expect(sent('GET /orders/old')).toHaveLength(2) // refetched without its hold
  })

  test('shows why the time is refused, and the cart keeps its time', async () => {
    const refusal = { code: 'timeslot-full', message: 'full', errors: [] }
    answers(
      ['GET /orders/old', 200, cartHere],
      ['POST /orders', 200, curbside],
      ['PUT /timeslots/new', 409, refusal],
    )
    const { cart, onArrival, quote } = await chooseCurbside()
    expect(cart().dialog).toMatchObject({
      open: true,
      error: 'That time has just filled up. Choose another.',
    })
    expect(quote()).toBe('old')
    expect(onArrival).not.toHaveBeenCalled()
    expect(respond.mock.calls.some(([call]) => call.startsWith('DELETE'))).toBe(false)
  })

  test('asks when it does not have the time', async () => {
    answers(['GET /orders/old', 200, cartHere], ['POST /orders', 200, { ...curbside, problems: [] }])
    const { cart, quote } = await chooseCurbside()
    expect(cart().dialog).toMatchObject({ open: true, move: { asksHandoff: true, trial: { handoff: 4 } } })
    expect(quote()).toBe('old')
  })

  test('is kept at a restaurant that offers it, else asks', async () => {
    const far = basketFixture({ orderId: 'old', handoff: 4 })
    const trial = basketFixture({ orderId: 'new', store: location })
    answers(['GET /orders/old', 200, far], ['POST /orders', 200, trial])
    const { cart, quote } = await visitWithCartElsewhere(far)
    await act(() => cart().moveHere(far))
    expect(sent('POST /orders')[0]![1]).toMatchObject({ handoff: 4 })
    expect(cart().dialog).toMatchObject({ open: true, move: { cart: far, trial } })
    expect(quote()).toBe('old')
  })

  test('in the URL takes precedence over the cart’s, after a question', async () => {
    const trial = basketFixture({ orderId: 'new', store: location, handoff: 4 })
    answers(['GET /orders/old', 200, old], ['POST /orders', 200, trial])
    const { cart, quote } = await visitWithCartElsewhere(old, {
      ...here,
      handoff: 'curbside',
      urlHandoff: 'curbside',
    })
    await act(() => cart().moveHere(old))
    expect(sent('POST /orders')[0]![1]).toMatchObject({ handoff: 4, from: 'old' })
    expect(cart().dialog).toMatchObject({ open: true, move: { cart: old, trial } })
    expect(quote()).toBe('old')
  })
})
