import { useEffect, useEffectEvent } from 'react'
import type { ApiError } from '../api/errors'
import type { Basket } from '../api/generated'
import { useProblemText } from '../api/useProblemText'
import { loadTranslations } from '../i18n/i18n'
import { readCookie, writeCookie } from '../market/storedChoices'
import { useMarket } from '../market/useMarket'
import { notify } from '../ui/overlay/notifications'
import { type BasketChange, changeBasket } from './changeQueue'

/** Cookies of specification §3 that keep what a guest chose before there is a basket: the code of a coupon, and the id of a reward. */
const cookies = { coupon: 'couponItemId', reward: 'loyaltyItem' }

/** Their lifetime in seconds (specification §9). */
export const keptAge = 21_600

type Kind = keyof typeof cookies

/** Returns what waits for a basket. */
export const keptChoice = (kind: Kind) => readCookie(cookies[kind])

export const keepChoice = (kind: Kind, value: string) => writeCookie(cookies[kind], value, keptAge)

export const forgetChoice = (kind: Kind) => writeCookie(cookies[kind], '', 0)

interface KeptChoice {
  kind: Kind
  /** The basket that gets it, once there is one. */
  basket: Basket | undefined
  change: (value: string) => BasketChange
  /** Whether a problem with this code would occur again. */
  isFinal: (code: string) => boolean
  /** Message when the basket has it. */
  added: (basket: Basket, value: string) => string
  /** Message when the server refuses it for this reason. */
  refused: (value: string, reason: string) => string
}

/**
 * Adds a kept choice to the basket, once there is one. A choice that is refused for good is forgotten; one without an answer is kept for the
 * next page.
 */
export function useKeptChoice({ kind, basket, change, isFinal, added, refused }: KeptChoice) {
  const { locale } = useMarket()
  const wording = useProblemText()

  const onBasket = useEffectEvent(async () => {
    const value = keptChoice(kind)
    if (!value || !basket) return
    forgetChoice(kind)
    const answer = await changeBasket(basket, change(value)).catch((refusal: ApiError) => refusal)
    const isRefused = 'status' in answer
    if (isRefused && !isFinal(answer.problem?.code ?? '')) return keepChoice(kind, value)
    await loadTranslations(locale, 'order')
    if (isRefused) return notify({ type: 'error', text: refused(value, wording(answer)), closeAfter: 8000 })
    notify({ type: 'success', text: added(answer, value), closeAfter: 5000 })
  })

  const orderId = basket?.orderId
  useEffect(() => {
    if (orderId) void onBasket()
  }, [orderId])
}
