import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { useLocation } from 'react-router'
import type { ApiError } from '../api/errors'
import type { Basket, DealCoupon } from '../api/generated'
import { selectSignedIn } from '../api/session'
import { useProblemText } from '../api/useProblemText'
import { loadTranslations } from '../i18n/i18n'
import { readCookie, writeCookie } from '../market/storedChoices'
import { useMarket } from '../market/useMarket'
import { notify } from '../ui/overlay/notifications'
import { useFindBasket } from './basket'
import { changeBasket } from './changeQueue'
import { useBasketChanges } from './useBasketChanges'

/** Cookie of specification §3 that keeps the id of a reward until there is a basket, and its lifetime in seconds (§9). */
const cookie = 'loyaltyItem'
export const rewardAge = 21_600

/** Whether a coupon is a reward, paid with points or given to the customer: it was not typed. */
export const isReward = ({ code }: Pick<DealCoupon, 'code'>) => code === ''

/** Returns the rewards of a basket. */
export const rewardsOf = (basket: Basket | undefined): DealCoupon[] =>
  basket?.deals?.coupons.filter(isReward) ?? []

/** Returns the points that the rewards of a basket take. */
export const pointsTaken = (basket: Basket | undefined) =>
  rewardsOf(basket).reduce((sum, { points = 0 }) => sum + points, 0)

/** Returns the id of the reward that waits for a basket. */
export const chosenReward = () => readCookie(cookie)

export const keepReward = (id: string) => writeCookie(cookie, id, rewardAge)

export const forgetReward = () => writeCookie(cookie, '', 0)

/**
 * Returns a function that adds a reward to the basket, and returns the changed basket. Without a basket it keeps the reward for the one
 * that the customer starts later, and returns undefined. Rejects with an ApiError.
 */
export function useReward(): (id: string) => Promise<Basket | undefined> {
  const find = useFindBasket()
  const { applyReward } = useBasketChanges()
  return async (id) => {
    const basket = await find()
    if (basket?.state === 'open') return changeBasket(basket, applyReward(id))
    keepReward(id)
    return undefined
  }
}

/** Problems after which a kept reward is forgotten: trying again would fail for the same reason. */
const isFinal = ({ problem }: ApiError) =>
  problem !== undefined &&
  ['reward-not-found', 'reward-used', 'points-short', 'coupons-full'].includes(problem.code)

/** Adds the reward that waits for a basket, once there is one. */
export function useChosenReward(basket: Basket | undefined) {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const { pathname } = useLocation()
  const wording = useProblemText()
  const { applyReward } = useBasketChanges()
  const isSignedIn = useSelector(selectSignedIn)
  const orderId = isSignedIn && basket?.state === 'open' ? basket.orderId : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page and basket
  useEffect(() => {
    const id = chosenReward()
    if (id && basket && orderId) void apply(id, basket)
  }, [pathname, orderId])

  const apply = async (id: string, to: Basket) => {
    forgetReward()
    const answer = await changeBasket(to, applyReward(id)).catch((refusal: ApiError) => refusal)
    const isRefused = 'status' in answer
    if (isRefused && !isFinal(answer)) return keepReward(id) // try again with the next page
    await loadTranslations(locale, 'order')
    if (isRefused) return notify({ type: 'error', text: wording(answer), closeAfter: 8000 })
    const label = rewardsOf(answer).find((reward) => reward.id === id)?.label ?? ''
    notify({ type: 'success', text: t('deals.reward-added', { label }), closeAfter: 5000 })
  }
}
