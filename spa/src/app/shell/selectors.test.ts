import { expect, test } from 'vitest'
import { generated, type OrderStatus } from '../../api/generated'
import { basketStarted, orderPlaced } from '../../basket/basketSession'
import { basketFixture } from '../../basket/fixtures'
import { createStore } from '../store'
import { selectBasket, selectOrderStatus } from './selectors'

const { upsertQueryData } = generated.util

test('the shell shows the cached basket until it is placed', async () => {
  const store = createStore()
  const answer = (some: Parameters<typeof basketFixture>[0]) =>
    store.dispatch(upsertQueryData('getBasket', { orderId: 'token' }, basketFixture(some)))
  await answer({ count: 2 })
  expect(selectBasket(store.getState())).toBeUndefined()
  store.dispatch(basketStarted(basketFixture({ orderId: 'token' })))
  expect(selectBasket(store.getState())?.count).toBe(2)
  await answer({ count: 3 })
  expect(selectBasket(store.getState())?.count).toBe(3)
  await answer({ state: 'placed' })
  expect(selectBasket(store.getState())).toBeUndefined()
})

test('the status of the last order is the newest cached one', async () => {
  const store = createStore()
  const status = (status: OrderStatus['status']) => ({ status, final: false }) as OrderStatus
  store.dispatch(orderPlaced('token'))
  expect(selectOrderStatus(store.getState())).toBeUndefined()
  const order = { orderToken: 'token', status: status('accepted') } as never
  await store.dispatch(upsertQueryData('getOrder', { orderToken: 'token' }, order))
  expect(selectOrderStatus(store.getState())?.status).toBe('accepted')
  await store.dispatch(upsertQueryData('getOrderStatus', { statusId: 'token' }, status('ready')))
  expect(selectOrderStatus(store.getState())?.status).toBe('ready')
})
