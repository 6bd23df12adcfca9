import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type HandoffType, handoffNamed } from '../market/handoff'
import { readCookie, readStored, writeCookie, writeStored } from '../market/storedChoices'

/** The general cookie option of specification §9: six hours, in seconds, renewed on use. */
const standing = 21_600

/** Writes the cookie of this name, or takes it away. */
export function persistCookie(name: (typeof persistedCookies)[number], value: string | null | undefined) {
  writeCookie(name, value ?? '', value ? cookieAge(name) : 0)
  if (name === basket) writeStored(name, value)
}

/** Writes in which country the basket is, or takes it away. */
export const persistCountry = ({ quote, country }: BasketSession) =>
  writeStored(basketCountry, quote && country && `${country} ${quote}`)

/** That country, if what is written is of this basket: another tab may have begun another one since. */
function storedCountry(quote: string | null): string | null {
  const [country, of] = readStored(basketCountry)?.split(' ') ?? []
  return country && of === quote ? country : null
}

interface BasketSession {
  /**
   * The basket's secret token (cookie `quote`). It is kept beyond the six hours of its cookie: a cart that comes back the next
   * day is still there. How long, the server says, which forgets a basket a week after its last change.
   */
  quote: string | null
  /** The country of its restaurant, once the server has said it: the sites of others need not ask for it. */
  country?: string | null
  /** The handoff that was asked for last at a restaurant (cookie `handoff`). */
  handoff: HandoffType | null
  /** The secret token of the order that was placed last (cookie `placed`): it is tracked, and ordered again, from every page. */
  placed?: string | null
}

const basket = 'quote'
const basketCountry = 'quoteCountry'
/** What of it outlives the page, each in the cookie of its name. */
export const persistedCookies = [basket, 'handoff', 'placed'] as const

/** Seconds that a cookie lives, renewed on use. An order can be placed a week ahead and is ordered again in the week after. */
export const cookieAge = (name: (typeof persistedCookies)[number]) =>
  name === 'placed' ? 1_209_600 : standing

/** What this browser remembers of an order in the making. The store writes it back to the cookies of specification §3. */
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
    /** The basket has become the order of this token. */
    orderPlaced: (state, { payload }: PayloadAction<string>) => {
      state.quote = null
      state.country = null
      state.placed = payload
    },
    basketForgotten: (state) => {
      state.quote = null
      state.country = null
    },
    handoffChosen: (state, { payload }: PayloadAction<HandoffType>) => {
      state.handoff = payload
    },
    /** Going to a quote page clears the handoff, never the basket. */
    handoffCleared: (state) => {
      state.handoff = null
    },
  },
})

export const { basketStarted, basketFoundIn, basketForgotten, orderPlaced, handoffChosen, handoffCleared } =
  basketSession.actions
export const basketSessionReducer = basketSession.reducer
type WithBasketSession = { basketSession: BasketSession }
export const selectHandoff = (state: WithBasketSession) => state.basketSession.handoff
export const selectPlaced = (state: WithBasketSession) => state.basketSession.placed
export const selectQuote = (state: WithBasketSession) => state.basketSession.quote
export const selectBasketCountry = (state: WithBasketSession) => state.basketSession.country ?? null
