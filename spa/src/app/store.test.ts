import { expect, test } from 'vitest'
import { basketForgotten, basketStarted, orderPlaced, selectPlaced, selectQuote } from '../api/session'
import { createStore } from './store'

/** What a page knows that is loaded now. */
const reloaded = () => {
  const state = createStore().getState()
  return { quote: selectQuote(state), placed: selectPlaced(state) }
}

test('a reload knows the basket, then the order that it became, until the next basket', () => {
  const { dispatch } = createStore()
  dispatch(basketStarted('one'))
  expect(reloaded()).toEqual({ quote: 'one', placed: null })
  dispatch(orderPlaced('token'))
  expect(reloaded()).toEqual({ quote: null, placed: 'token' })
  dispatch(basketStarted('two'))
  expect(reloaded()).toEqual({ quote: 'two', placed: null })
  dispatch(basketForgotten())
  expect(reloaded()).toEqual({ quote: null, placed: null })
})
