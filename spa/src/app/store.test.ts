import { expect, test, vi } from 'vitest'
import { storeToken } from '../api/storedToken'
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
import { readCookie, readStored, writeCookie, writeStored } from '../market/storedChoices'
import { createStore, persistStore } from './store'

/** Expires the cookies with at most this lifetime in seconds. */
const end = (seconds = Number.POSITIVE_INFINITY) => {
  for (const name of persistedCookies) if (cookieAge(name) <= seconds) writeCookie(name, '', 0)
}

/** Returns the state of a newly loaded page. */
const reloaded = () => {
  const state = persistStore(createStore()).getState()
  return { quote: selectQuote(state), placed: selectPlaced(state) }
}

test('a reload restores the basket, then its order, also beside a new basket', () => {
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

test('the country of a basket is stored and removed with it', () => {
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

test('an answer for an older tab’s basket does not change the newer basket', () => {
  const older = persistStore(createStore())
  older.dispatch(basketStarted(basketFixture({ orderId: 'one' })))
  persistStore(createStore()).dispatch(basketStarted(basketFixture({ orderId: 'two' })))
  older.dispatch(basketFoundIn('CA'))
  const { basketSession } = persistStore(createStore()).getState()
  expect(basketSession).toMatchObject({ quote: 'two', country: null })
})

/** Simulates six hours without a visit. */
const sixHoursLater = () => end(21_600)

test('a basket outlives its cookie, which a visit renews, until it is placed or removed', () => {
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

test('without storage a basket lives as long as its cookie', () => {
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

test('the store follows the stored session: sign-in, refresh, a change by another tab', () => {
  const store = persistStore(createStore())
  const session = () => store.getState().session
  const expires = '2026-11-23T12:00:00Z'
  expect(session().token).toBeNull()
  storeToken('one', expires, 'Anna')
  expect(session()).toEqual({ token: 'one', expiry: Date.parse(expires), user: '{"firstName":"Anna"}' })
  expect(persistStore(createStore()).getState().session).toEqual(session())
  writeStored('loggedInUser', JSON.stringify({ firstName: 'Anna', spendablePoints: 120 }))
  storeToken('two', expires, 'Anna')
  expect(JSON.parse(readStored('loggedInUser')!)).toEqual({ firstName: 'Anna', spendablePoints: 120 })
  localStorage.clear() // by another tab
  dispatchEvent(new StorageEvent('storage'))
  expect(session()).toEqual({ token: null, expiry: 0, user: null })
})
