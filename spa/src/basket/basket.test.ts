import { expect, test, vi } from 'vitest'
import { generated } from '../api/generated'
import { storeWith } from '../renderAt'
import './basket'
import { basketFixture } from './fixtures'

const current = basketFixture({ orderId: 'token', version: 7 })
const seen = { 'If-Match': '"6"', 'Idempotency-Key': 'key-of-one-intention' }
const refusals = {
  'add-line': generated.endpoints.addLine.initiate({
    ...seen,
    addInputBody: { orderId: 'token', itemId: 'pit-fries', quantity: 1 },
  }),
  'pay-by-card': generated.endpoints.payByCard.initiate({
    ...seen,
    orderId: 'token',
    cardInputBody: {} as never,
  }),
  'pay-nothing': generated.endpoints.payNothing.initiate({
    ...seen,
    orderId: 'token',
    freeInputBody: {} as never,
  }),
}

test.each(Object.entries(refusals))('a %s conflict updates the basket on the page', async (_, call) => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code: 'basket-changed', message: 'changed', errors: [], current }), {
        status: 409,
      }),
  )
  const store = storeWith({ quote: 'token', country: null })
  await store.dispatch(call as ReturnType<typeof generated.endpoints.addLine.initiate>)
  await vi.waitFor(() =>
    expect(
      generated.endpoints.getBasket.select({ orderId: 'token' })(store.getState() as never).data,
    ).toEqual(current),
  )
})

const placed = basketFixture({ orderId: 'token', state: 'placed', orderToken: 'order' })
const missing = { code: 'not-found', message: 'no such basket', errors: [] }

test.each([
  ['a basket tells its country', 'token', 200, current, { quote: 'token', country: 'US' }],
  ['a placed basket is the last order', 'token', 200, placed, { quote: null, placed: 'order' }],
  ['a basket that the server does not know is forgotten', 'token', 404, missing, { quote: null }],
  ['of a basket that was left nothing is known', 'left', 404, missing, { quote: 'token', country: null }],
] as const)('%s', async (_, orderId, status, body, want) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
  const store = storeWith({ quote: 'token', country: null })
  await store.dispatch(generated.endpoints.getBasket.initiate({ orderId }))
  await vi.waitFor(() => expect(store.getState().basketSession).toMatchObject(want))
})

test('a read that is answered after a change does not replace the changed basket', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const store = storeWith({ quote: 'token', country: null })
  const cached = () => generated.endpoints.getBasket.select({ orderId: 'token' })(store.getState() as never)
  const read = store.dispatch(generated.endpoints.getBasket.initiate({ orderId: 'token' }))
  await vi.waitFor(() => expect(cached().status).toBe('pending'))
  store.dispatch(
    generated.util.upsertQueryEntries([
      { endpointName: 'getBasket', arg: { orderId: 'token' }, value: current },
    ]),
  )
  answer(new Response(JSON.stringify({ ...current, version: 6 })))
  await read
  expect(cached().data?.version).toBe(7)
})

const changed = basketFixture({ orderId: 'token', version: 8 })

test.each([
  [
    'a change of the basket',
    generated.endpoints.addLine.initiate({
      ...seen,
      addInputBody: { orderId: 'token', itemId: 'pit-fries', quantity: 1 },
    }),
    2,
  ],
  [
    'a read of a basket that another browser changed',
    generated.endpoints.getBasket.initiate({ orderId: 'token' }, { forceRefetch: true }),
    2,
  ],
  [
    'a read of the same version',
    generated.endpoints.getBasket.initiate({ orderId: 'same' }, { forceRefetch: true }),
    1,
  ],
])('after %s the suggestion of a cart is up to date', async (_, call, times) => {
  const store = storeWith({ quote: 'token', country: null })
  const suggested = vi.fn()
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (!url.includes('wallet-suggestion')) return Response.json(changed)
    suggested()
    return Response.json({})
  })
  for (const [orderId, version] of [
    ['token', 7],
    ['same', 8],
  ] as const)
    store.dispatch(
      generated.util.upsertQueryEntries([
        { endpointName: 'getBasket', arg: { orderId }, value: basketFixture({ orderId, version }) },
      ]),
    )
  await store.dispatch(generated.endpoints.getWalletSuggestion.initiate({ basketToken: 'token' }))
  await store.dispatch(call as ReturnType<typeof generated.endpoints.addLine.initiate>)
  await vi.waitFor(() => expect(suggested).toHaveBeenCalledTimes(times))
})
