import { configureStore } from '@reduxjs/toolkit'
import { expect, test, vi } from 'vitest'
import { api } from '../api/api'
import './basket'
import { generated } from '../api/generated'
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

test.each(Object.entries(refusals))(
  'a refusal of %s puts the basket as it stands on the page',
  async (_, call) => {
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify({ code: 'basket-changed', message: 'changed', errors: [], current }), {
          status: 409,
        }),
    )
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    })
    await store.dispatch(call as ReturnType<typeof generated.endpoints.addLine.initiate>)
    await vi.waitFor(() =>
      expect(
        generated.endpoints.getBasket.select({ orderId: 'token' })(store.getState() as never).data,
      ).toEqual(current),
    )
  },
)
