import { beforeEach, expect, test, vi } from 'vitest'
import {
  basketForgotten,
  basketFoundIn,
  basketStarted,
  cookieAge,
  handoffChosen,
  orderPlaced,
  persistedCookies,
  selectBasketCountry,
  selectHandoff,
  selectPlaced,
  selectQuote,
} from '../basket/basketSession'
import { basketFixture } from '../basket/fixtures'
import { readCookie, writeCookie } from '../market/storedChoices'
import { createStore, persistStore } from './store'

/** Expires the cookies with at most this lifetime in seconds. */
const end = (seconds = Number.POSITIVE_INFINITY) => {
  for (const name of persistedCookies) if (cookieAge(name) <= seconds) writeCookie(name, '', 0)
}
beforeEach(() => end())

/** Returns the state of a newly loaded page. */
const reloaded = () => {
  const state = persistStore(createStore()).getState()
  return { quote: selectQuote(state), placed: selectPlaced(state) }
}

test('a reload knows the basket, then the order that it became, beside the next basket too', () => {
  const { dispatch } = persistStore(createStore())
  dispatch(basketStarted(basketFixture({ orderId: 'one' })))
  expect(reloaded()).toEqual({ quote: 'one', placed: null })
  dispatch(orderPlaced('token'))
  expect(reloaded()).toEqual({ quote: null, placed: 'token' })
  dispatch(basketStarted(basketFixture({ orderId: 'two' })))
  expect(reloaded()).toEqual({ quote: 'two', placed: 'token' })
  dispatch(basketForgotten())
  expect(reloaded()).toEqual({ quote: null, placed: 'token' })
})

test('in which country a basket is stays known with it, and goes with it', () => {
  const { dispatch } = persistStore(createStore())
  const country = () => selectBasketCountry(persistStore(createStore()).getState())
  dispatch(basketStarted(basketFixture({ orderId: 'one' })))
  dispatch(basketStarted(basketFixture({ orderId: 'two' })))
  expect(country()).toBe('US')
  dispatch(basketFoundIn('CA'))
  expect(country()).toBe('CA')
  dispatch(basketForgotten())
  expect(country()).toBeNull()
})

test('what an older tab finds of its basket is not taken for the newer one’s, which would then be asked for nowhere', () => {
  const older = persistStore(createStore())
  older.dispatch(basketStarted(basketFixture({ orderId: 'one' })))
  persistStore(createStore()).dispatch(basketStarted(basketFixture({ orderId: 'two' })))
  older.dispatch(basketFoundIn('CA'))
  const { basketSession } = persistStore(createStore()).getState()
  expect(basketSession).toMatchObject({ quote: 'two', country: null })
})

/** Simulates six hours without a visit. */
const sixHoursLater = () => end(21_600)

test('a basket is known beyond its cookie, which a visit writes anew, until it is placed or forgotten', () => {
  const { dispatch } = persistStore(createStore())
  dispatch(handoffChosen('curbside'))
  dispatch(basketStarted(basketFixture({ orderId: 'one' })))
  sixHoursLater()
  expect(reloaded()).toEqual({ quote: 'one', placed: null })
  expect(readCookie('quote')).toBe('one')
  expect(selectHandoff(createStore().getState())).toBeNull()

  dispatch(orderPlaced('token'))
  sixHoursLater()
  expect(reloaded()).toEqual({ quote: null, placed: 'token' })

  dispatch(basketStarted(basketFixture({ orderId: 'two' })))
  dispatch(basketForgotten())
  sixHoursLater()
  expect(reloaded()).toEqual({ quote: null, placed: 'token' })
})

test('where a page may keep nothing, a basket is known as long as its cookie', () => {
  const refused = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refused)
  const { dispatch } = persistStore(createStore())
  dispatch(basketStarted(basketFixture({ orderId: 'one' })))
  expect(reloaded().quote).toBe('one')
  sixHoursLater()
  expect(reloaded().quote).toBeNull()
})
