import { readCookie, writeCookie } from '../market/storedChoices'

/** Cookies of specification §3 that keep what a guest chose before there is a basket. */
const cookies = {
  /** Code of a coupon link. */
  coupon: 'couponItemId',
  /** Id of a reward that My Rewards offers for points. */
  reward: 'loyaltyItem',
  /** Id of a coupon that the customer was given. */
  given: 'loyaltyCouponCode',
  /** Id of a reward chosen on the public page of the programme. */
  banner: 'bannerRewardsItemId',
  /** Slug of a dish of the line-up. */
  dish: 'menuAtAGlanceItem',
}

/** Cookie with the name of the kept `given` coupon, for messages about it. */
const givenName = 'loyaltyCouponCodeItem'

/** Their lifetime in seconds (specification §9). */
export const keptAge = 21_600

export type ChoiceKind = keyof typeof cookies

/** Kinds of choices that only a customer can use. */
export const rewardKinds = ['reward', 'given', 'banner'] as const
export type RewardKind = (typeof rewardKinds)[number]

/** Names of all cookies of kept choices. */
export const choiceCookies = [...Object.values(cookies), givenName]

/** Returns what waits for a basket. */
export const keptChoice = (kind: ChoiceKind) => readCookie(cookies[kind])

/** Returns the name of a kept choice, if it was kept with one. */
export const keptName = (kind: ChoiceKind) => (kind === 'given' ? readCookie(givenName) : null)

/** Keeps a choice. The name of a `given` coupon is kept with it. */
export function keepChoice(kind: ChoiceKind, value: string, name = '') {
  writeCookie(cookies[kind], value, keptAge)
  if (kind === 'given') writeCookie(givenName, name, name ? keptAge : 0)
}

export function forgetChoice(kind: ChoiceKind) {
  writeCookie(cookies[kind], '', 0)
  if (kind === 'given') writeCookie(givenName, '', 0)
}

/** Returns the ids of the rewards that wait for a basket. */
export const keptRewards = () => rewardKinds.map(keptChoice).filter((id) => id !== null)

/** Forgets a reward, whatever its kind, or all of them. */
export function forgetRewards(id?: string) {
  for (const kind of rewardKinds) if (!id || keptChoice(kind) === id) forgetChoice(kind)
}
