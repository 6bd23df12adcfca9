import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { ApiError } from '../api/errors'
import type { Basket } from '../api/generated'
import { useProblemText } from '../api/useProblemText'
import { loadTranslations } from '../i18n/i18n'
import { readCookie, writeCookie } from '../market/storedChoices'
import { useMarket } from '../market/useMarket'
import { notify } from '../ui/overlay/notifications'
import { changeBasket } from './changeQueue'
import { useBasketChanges } from './useBasketChanges'

/** Cookie of specification §3 that keeps the code of a link until there is a basket, and its lifetime in seconds (§9). */
const cookie = 'couponItemId'
export const couponAge = 21_600

/** Maximum length of a code. */
const maxLength = 64

/** URL that opened this document: the guest may have gone to another page before this code loaded. */
let openedAt = performance.getEntriesByType?.('navigation')[0]?.name

function keepCodeOf(search: string) {
  const code = new URLSearchParams(search).get('coupon')?.trim()
  if (code && code.length <= maxLength) writeCookie(cookie, code, couponAge)
}

/** Adds the code of a link, "?coupon=CODE" at any page, to the basket, or to the one that the guest starts later. */
export function useLinkedCoupon(basket: Basket | undefined) {
  const { t } = useTranslation()
  const { locale } = useMarket()
  const { search } = useLocation()
  const wording = useProblemText()
  const { applyCoupon } = useBasketChanges()
  const orderId = basket?.state === 'open' ? basket.orderId : undefined

  useEffect(() => {
    if (openedAt) keepCodeOf(new URL(openedAt).search)
    openedAt = undefined
    keepCodeOf(search)
  }, [search])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link and basket
  useEffect(() => {
    const code = readCookie(cookie)
    if (code && basket && orderId) void apply(code, basket)
  }, [search, orderId])

  const apply = async (code: string, to: Basket) => {
    writeCookie(cookie, '', 0)
    const answer = await changeBasket(to, applyCoupon(code)).catch((refusal: ApiError) => refusal)
    const isRefused = 'status' in answer
    if (isRefused && !answer.problem?.code.startsWith('coupon')) {
      writeCookie(cookie, code, couponAge) // try again with the next page
      return
    }
    await loadTranslations(locale, 'order')
    if (isRefused) {
      notify({
        type: 'error',
        text: t('deals.linked-failed', { code, reason: wording(answer) }),
        closeAfter: 8000,
      })
      return
    }
    const { code: added = code, label = '' } = answer.deals?.coupons.at(-1) ?? {}
    notify({ type: 'success', text: t('deals.linked', { code: added, label }), closeAfter: 5000 })
  }
}
