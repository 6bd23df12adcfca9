import { readCookie, writeCookie } from '../market/storedChoices'

/** Cookies of specification §3 that keep what a guest chose before there is a basket: the code of a coupon, and the id of a reward. */
const cookies = { coupon: 'couponItemId', reward: 'loyaltyItem' }

/** Their lifetime in seconds (specification §9). */
export const keptAge = 21_600

export type ChoiceKind = keyof typeof cookies

/** Returns what waits for a basket. */
export const keptChoice = (kind: ChoiceKind) => readCookie(cookies[kind])

export const keepChoice = (kind: ChoiceKind, value: string) => writeCookie(cookies[kind], value, keptAge)

export const forgetChoice = (kind: ChoiceKind) => writeCookie(cookies[kind], '', 0)
