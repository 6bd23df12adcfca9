import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { useLocation } from 'react-router'
import { lineUp } from '#brand/lineUp'
import { refusalOf } from '../api/apiError'
import type { ApiError } from '../api/errors'
import { type Basket, generated } from '../api/generated'
import { selectSignedIn } from '../api/session'
import { useProblemText } from '../api/useProblemText'
import { loadTranslations } from '../i18n/i18n'
import { useMarket } from '../market/useMarket'
import { notify } from '../ui/overlay/notifications'
import { newIdempotencyKey } from './basket'
import { type BasketChange, changeBasket } from './changeQueue'
import {
  type ChoiceKind,
  forgetChoice,
  forgetRewards,
  keepChoice,
  keptChoice,
  keptName,
  type RewardKind,
} from './keptChoice'
import { rewardsOf } from './rewards'
import { useBasketChanges } from './useBasketChanges'

interface KeptChoicesProps {
  basket: Basket | undefined
}

/** Adds to the basket what the guest chose before there was one. Retries a choice without a response on each page. */
export function KeptChoices({ basket }: KeptChoicesProps) {
  const { pathname, search } = useLocation()
  useForgottenRewards()
  const open = basket?.state === 'open' ? basket : undefined
  return <KeptChoicesOfPage key={pathname + search} basket={open} search={search} />
}

function KeptChoicesOfPage({ basket, search }: KeptChoicesProps & { search: string }) {
  const { t } = useTranslation()
  const { applyCoupon } = useBasketChanges()
  useLinkedCode(search)
  useKeptChoice({
    kind: 'coupon',
    basket,
    change: applyCoupon,
    isFinal: (code) => code.startsWith('coupon'),
    added: ({ deals }, code) => {
      const { code: added = code, label = '' } = deals?.coupons.at(-1) ?? {}
      return t('deals.linked', { code: added, label })
    },
    refused: (code, reason) => t('deals.linked-failed', { code, reason }),
  })
  useKeptReward('reward', basket)
  useKeptReward('given', basket)
  useKeptReward('banner', basket)
  useKeptDish(basket)
  return null
}

/** Forgets the rewards of a customer when the session ends. What a guest chose waits for the sign-in. */
function useForgottenRewards() {
  const isSignedIn = useSelector(selectSignedIn)
  const wasSignedIn = useRef(isSignedIn)
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) forgetRewards()
    wasSignedIn.current = isSignedIn
  }, [isSignedIn])
}

/** The dish needs choices, or it is not available now. */
const notAsItComes = refusalOf('item-not-as-it-comes')
/** The guest has added the dish. */
const inBasket = refusalOf('item-in-basket')

/**
 * Adds the kept dish of the line-up, with its default choices, to the basket that the guest starts. It changes nothing if the guest has
 * added the dish.
 */
function useKeptDish(basket: Basket | undefined) {
  const { t } = useTranslation()
  const { add } = useBasketChanges()
  const [find] = generated.endpoints.getItemDetails.useLazyQuery()
  const nameOf = (slug: string) => {
    const name = lineUp.find((dish) => dish.slug === slug)?.name
    return name ? t(name) : slug
  }
  useKeptChoice({
    kind: 'dish',
    basket,
    change: (slug) => ({
      repeatable: true,
      send: async (current, key) => {
        if (current.lines.some((line) => line.slug === slug)) throw inBasket
        const { store, category, handoff, hold } = current
        const asked = { locationId: store.id, category, handoff, at: hold?.start, item: slug }
        const dish = await find(asked).unwrap()
        if (!dish.quick || dish.unavailable) throw notAsItComes
        return add({ itemId: dish.id, quantity: dish.minimumQuantity }).send(current, key)
      },
    }),
    isFinal: (code) => /^(item|modifier|choose|basket-full|basket-too)/.test(code),
    added: (_, slug) => t('menu.kept-added', { item: nameOf(slug) }),
    refused: (slug) => t('menu.kept-refused', { item: nameOf(slug) }),
  })
}

/** Adds a kept reward to the basket of a customer. */
function useKeptReward(kind: RewardKind, basket: Basket | undefined) {
  const { t } = useTranslation()
  const { applyReward } = useBasketChanges()
  const isSignedIn = useSelector(selectSignedIn)
  useKeptChoice({
    kind,
    basket: isSignedIn ? basket : undefined,
    change: applyReward,
    isFinal: (code) => ['reward-not-found', 'reward-used', 'points-short', 'coupons-full'].includes(code),
    added: (after, id) => {
      const label = rewardsOf(after).find((reward) => reward.id === id)?.label ?? ''
      return t('deals.reward-added', { label })
    },
    refused: (_, reason, name) => (name ? t('deals.linked-failed', { code: name, reason }) : reason),
  })
}

interface KeptChoice {
  kind: ChoiceKind
  /** The basket that gets it, once there is one. */
  basket: Basket | undefined
  change: (value: string) => BasketChange
  /** Whether a problem with this code would occur again. */
  isFinal: (code: string) => boolean
  /** Message when the basket has it. */
  added: (basket: Basket, value: string) => string
  /** Message when the server refuses it for this reason. `name` is the one that was kept with it. */
  refused: (value: string, reason: string, name: string | null) => string
}

/**
 * Idempotency keys of the choices that the server has not finally answered. A retry uses the key of the first attempt, so that a choice is
 * added once although a response was lost.
 */
const keys = new Map<string, string>()

/** Choices that are being sent. The effect of another page does not send them again. */
const sending = new Set<string>()

/** Adds a kept choice to the basket, once there is one. It is forgotten after a success or a final refusal, and kept without a response. */
function useKeptChoice({ kind, basket, change, isFinal, added, refused }: KeptChoice) {
  const { locale } = useMarket()
  const wording = useProblemText()

  const onBasket = useEffectEvent(async () => {
    const value = keptChoice(kind)
    if (!value || !basket) return
    const name = keptName(kind)
    const choice = `${kind} ${value} ${basket.orderId}`
    if (sending.has(choice)) return
    sending.add(choice)
    const key = keys.get(choice) ?? newIdempotencyKey()
    keys.set(choice, key)
    const answer = await changeBasket(basket, change(value), key).catch((refusal: ApiError) => refusal)
    sending.delete(choice)
    const isRefused = 'status' in answer
    if (isRefused && !isFinal(answer.problem?.code ?? '')) return
    keys.delete(choice)
    if (keptChoice(kind) === value) forgetChoice(kind) // else the guest has chosen another one meanwhile
    if (answer === inBasket) return
    await loadTranslations(locale, 'order')
    if (isRefused)
      return notify({ type: 'error', text: refused(value, wording(answer), name), closeAfter: 8000 })
    notify({ type: 'success', text: added(answer, value), closeAfter: 5000 })
  })

  const orderId = basket?.orderId
  useEffect(() => {
    if (orderId) void onBasket()
  }, [orderId])
}

/** Maximum length of a code. */
const maxLength = 64

/** URL that opened this document: the guest may have gone to another page before this code loaded. */
let openedAt = performance.getEntriesByType?.('navigation')[0]?.name

function keepCodeOf(search: string) {
  const code = new URLSearchParams(search).get('coupon')?.trim()
  if (code && code.length <= maxLength) keepChoice('coupon', code)
}

/** Keeps the code of a link: "?coupon=CODE" at any page. */
function useLinkedCode(search: string) {
  useEffect(() => {
    if (openedAt) keepCodeOf(new URL(openedAt).search)
    openedAt = undefined
    keepCodeOf(search)
  }, [search])
}
