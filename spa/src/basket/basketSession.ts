import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type HandoffType, handoffNamed } from '../market/handoff'
import { readCookie, readStored, writeCookie, writeStored } from '../market/storedChoices'

/** Default cookie lifetime of specification §9: six hours, in seconds, renewed on use. */
const cookieLifetime = 21_600

/** Writes the cookie of this name, or deletes it. */
export function persistCookie(name: (typeof persistedCookies)[number], value: string | null | undefined) {
  writeCookie(name, value ?? '', value ? cookieAge(name) : 0)
  if (name === basket) writeStored(name, value)
}

/** Stores the basket's country, or deletes it. */
export const persistCountry = ({ quote, country }: BasketSession) =>
  writeStored(basketCountry, quote && country && `${country} ${quote}`)

/** Returns the stored country if it belongs to this basket; another tab may have started a new one. */
function storedCountry(quote: string | null): string | null {
  const [country, of] = readStored(basketCountry)?.split(' ') ?? []
  return country && of === quote ? country : null
}

interface BasketSession {
  /**
   * The basket's secret token (cookie `quote`). It is also stored beyond the cookie's six hours, so that the cart is still there the
   * next day. The server deletes a basket a week after its last change.
   */
  quote: string | null
  /** Country of the basket's location, once known: sites of other countries then skip the request. */
  country?: string | null
  /** Last handoff chosen at a location (cookie `handoff`). */
  handoff: HandoffType | null
  /** Secret token of the last placed order (cookie `placed`). Every page offers to track it or to order it again. */
  placed?: string | null
}

const basket = 'quote'
const basketCountry = 'quoteCountry'
/** Keys of the state that are persisted, each in a cookie of the same name. */
export const persistedCookies = [basket, 'handoff', 'placed'] as const

/** Lifetime of a cookie in seconds, renewed on use. An order can be placed a week ahead, and be ordered again in the week after. */
export const cookieAge = (name: (typeof persistedCookies)[number]) =>
  name === 'placed' ? 1_209_600 : cookieLifetime

/** Client state of the current order. The store writes it back to the cookies of specification §3. */
const basketSession = createSlice({
  name: 'basketSession',
  initialState: (): BasketSession => {
    const quote = readCookie(basket) ?? readStored(basket)
    return {
      quote,
      country: storedCountry(quote),
      handoff: handoffNamed(readCookie('handoff')) ?? null,
      placed: readCookie('placed'),
    }
  },
  reducers: {
    basketStarted: (state, { payload }: PayloadAction<{ orderId: string; store: { country: string } }>) => {
      state.quote = payload.orderId
      state.country = payload.store.country
    },
    basketFoundIn: (state, { payload }: PayloadAction<string>) => {
      state.country = payload
    },
    /** The basket became the order with this token. */
    orderPlaced: (state, { payload }: PayloadAction<string>) => {
      state.quote = null
      state.country = null
      state.placed = payload
    },
    basketForgotten: (state) => {
      state.quote = null
      state.country = null
    },
    /** A customer signed out on this browser, which others may use next. */
    guestForgotten: (state) => {
      state.quote = null
      state.country = null
      state.placed = null
    },
    handoffChosen: (state, { payload }: PayloadAction<HandoffType>) => {
      state.handoff = payload
    },
    /** Opening a quote page clears the handoff and keeps the basket. */
    handoffCleared: (state) => {
      state.handoff = null
    },
  },
})

export const {
  basketStarted,
  basketFoundIn,
  basketForgotten,
  guestForgotten,
  orderPlaced,
  handoffChosen,
  handoffCleared,
} = basketSession.actions
export const basketSessionReducer = basketSession.reducer
type WithBasketSession = { basketSession: BasketSession }
export const selectHandoff = (state: WithBasketSession) => state.basketSession.handoff
export const selectPlaced = (state: WithBasketSession) => state.basketSession.placed
export const selectQuote = (state: WithBasketSession) => state.basketSession.quote
export const selectBasketCountry = (state: WithBasketSession) => state.basketSession.country ?? null
