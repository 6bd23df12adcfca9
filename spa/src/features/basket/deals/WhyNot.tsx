import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { refusalOf } from '../../../api/apiError'
import { type Basket, type DealFix, generated, type MissedDeal, type TimeLeft } from '../../../api/generated'
import { MoveDialog } from '../../../basket/move/MoveDialog'
import { useBasketAtLocation } from '../../../basket/useBasketAtLocation'
import { handoffOf, handoffsOf } from '../../../market/handoff'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { announce } from '../../../ui/feedback/Announcer'
import { TextButton } from '../../../ui/form/TextButton'
import { useTimeText } from '../../../ui/text/useTimeText'
import { TimeDialog } from '../time/TimeDialog'
import { focusIfLost } from '../useAsyncAction'
import type { BasketActions } from '../useBasketActions'
import styles from './Deals.module.css'

/** How many items a reason names. */
const maxItems = 3

/** Why a deal does not apply, in words. For a missing amount the words are the link to the menu. */
export function WhyNot({ deal, basket }: { deal: MissedDeal; basket: Basket }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths(handoffOf(basket.handoff))
  const { when } = useTimeText(basket.store.timeZone)
  const { reason, missing, from, until, handoffs = [], quantity, items = [], fix } = deal
  if (reason === 'amount' && missing) {
    return (
      <Link to={paths.menu(basket.store.slug)}>
        {t('deals.why-amount', { missing: formatAmount(missing, lang) })}
      </Link>
    )
  }
  return <span>{text()}</span>

  function text() {
    switch (reason) {
      case 'handoff': {
        const [only] = handoffsOf(handoffs)
        return only ? t(`deals.why-handoff-${only}`) : t('deals.why-handoff')
      }
      case 'time':
        if (from) return t('deals.why-from', { time: when(from) })
        return until ? t('deals.why-until', { time: when(until) }) : t('deals.why-time')
      case 'items': {
        const names = items.slice(0, maxItems).map(({ label }) => label)
        if (names.length === 0) return t(fix ? 'deals.why-empty' : 'deals.why-items-gone')
        const either = new Intl.ListFormat(lang, { type: 'disjunction' })
        return t('deals.why-items', { count: quantity ?? 1, items: either.format(names) })
      }
      case 'amount':
        return ''
      default:
        return t(`deals.why-${reason}`)
    }
  }
}

interface DealFixesProps {
  deal?: MissedDeal
  basket: Basket
  cart: BasketActions
  /** A press is being answered; further ones are ignored. */
  busy: boolean
  /** Runs the change of a press, and returns the changed basket. */
  press: (change: () => Promise<Basket>, failed?: 'app.failed-add') => Promise<Basket | undefined>
  /** Focuses an element near the button that is gone. */
  refocus: () => void
}

/** The one press that lets a deal apply. */
export function DealFixes({ deal, ...rest }: DealFixesProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { pathname } = useLocation()
  const { basket, cart, busy, press } = rest
  const paths = usePaths(handoffOf(basket.handoff))
  if (!deal?.fix) return null
  const { fix, items = [], reason } = deal
  switch (fix.kind) {
    case 'add-item': {
      const item = items.find(({ itemId }) => itemId === fix.itemId)
      if (!item) return null
      const { itemId, label, price } = item
      const { quantity = 1, reduces } = fix
      const add = async () => {
        if (await press(() => cart.add({ itemId, quantity }), 'app.failed-add'))
          announce(t('menu.added', { item: label }))
      }
      return (
        <TextButton aria-disabled={busy || undefined} onClick={add}>
          {quantity > 1
            ? t('deals.fix-add-many', { count: quantity, item: label })
            : reduces
              ? t('deals.fix-add-one', { item: label })
              : t('deals.fix-add', { item: label, price: formatAmount(price, lang) })}
        </TextButton>
      )
    }
    case 'add-items':
      if (reason === 'amount') return null // the reason is the link
      return <Link to={paths.menu(basket.store.slug)}>{t('deals.fix-menu')}</Link>
    case 'sign-in':
      return <Link to={paths.login(pathname)}>{t('checkout.sign-in')}</Link>
    case 'handoff':
      return <SwitchHandoff fix={fix} {...rest} />
    case 'time':
      return <ChooseTime fix={fix} {...rest} />
  }
}

/** Moves the basket to the deal's handoff; what changes with it is asked first. */
function SwitchHandoff({ fix, basket, refocus }: { fix: DealFix } & DealFixesProps) {
  const { t } = useTranslation()
  const { store: location } = basket
  const type = handoffOf(fix.handoff ?? 0)
  const offered = handoffsOf(location.handoffs)
  const here = { id: location.id, offered, handoff: handoffOf(basket.handoff) }
  const move = useBasketAtLocation(here, () => focusIfLost(refocus))
  return (
    <>
      <TextButton
        aria-disabled={move.busy || undefined}
        onClick={() => move.busy || void move.moveHere(basket, undefined, type)}
      >
        {t(`move.make-${type}`)}
      </TextButton>
      {move.error && (
        <span className={styles.error} role="alert">
          {move.error}
        </span>
      )}
      <MoveDialog here={location.label} {...move.dialog} />
    </>
  )
}

/** Holds the first free time of the deal; dishes that are not served then are asked first. */
function ChooseTime({ fix: { at = '' }, basket, cart, busy, press }: { fix: DealFix } & DealFixesProps) {
  const { t } = useTranslation()
  const { when, whenAt } = useTimeText(basket.store.timeZone)
  const timeFrom = useTimeFrom(basket)
  const [time, setTime] = useState<TimeLeft>()
  const [asks, setAsks] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const take = async (time: TimeLeft) => {
    let after = await cart.hold({ start: time.start })
    if (time.changes) after = await cart.accept()
    if (after.hold) announce(t('summary.held', { time: whenAt(after.hold.start) }))
    return after
  }
  const choose = async () => {
    const first = await timeFrom(at)
    if (!first.changes) return take(first)
    setTime(first)
    setAsks(true)
    return basket
  }
  return (
    <>
      <TextButton
        ref={button}
        aria-disabled={busy || cart.pending || undefined}
        onClick={() => cart.pending || void press(choose)}
      >
        {t('deals.fix-time', { time: when(at) })}
      </TextButton>
      <TimeDialog
        basket={basket}
        open={asks}
        time={time}
        busy={busy || cart.pending}
        fallbackFocus={button}
        onTake={(time) => void press(() => take(time)).finally(() => setAsks(false))}
        onKeep={() => setAsks(false)}
      />
    </>
  )
}

/** Returns a function that finds a basket's first free time from an instant, on its day. Rejects with an ApiError. */
function useTimeFrom({ orderId, store: location }: Basket) {
  const [look] = generated.endpoints.listTimeslots.useLazyQuery()
  return async (from: string): Promise<TimeLeft> => {
    // Sweden writes dates as the API does: 2026-11-24.
    const date = new Date(from).toLocaleDateString('sv', { timeZone: location.timeZone })
    const { day } = await look({ orderId, date }).unwrap()
    const found = day.slots.find(({ start, full }) => !full && Date.parse(start) >= Date.parse(from))
    if (!found) throw refusalOf('timeslot-unavailable', 409)
    return found
  }
}
