import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '../../api/errors'
import type { Basket, ItemDetails, Line, Location, NewLine } from '../../api/generated'
import { useAction } from '../../api/useAction'
import { useProblemText } from '../../api/useProblemText'
import { newIdempotencyKey, useBasket } from '../../basket/basket'
import { changeBasket } from '../../basket/changeQueue'
import { pickCrossSell } from '../../basket/crossSell'
import { type Arrival, type LocationContext, useBasketAtLocation } from '../../basket/useBasketAtLocation'
import { useBasketChanges } from '../../basket/useBasketChanges'
import { everyday } from '../../market/categories'
import { type HandoffType, handoffOf } from '../../market/handoff'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { type Notification, notify } from '../../ui/overlay/notifications'

/**
 * useSubmitItem adds the dish to the cart or saves the edited line, then returns to the menu or the cart. A repeated press after a
 * failure reuses the idempotency key, so that nothing is added twice.
 */
export function useSubmitItem(location: Location, here: LocationContext, item: ItemDetails, line?: Line) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [, setQuery] = useSearchParams()
  const paths = usePaths()
  const wording = useProblemText()
  const { basket } = useBasket()
  const changes = useBasketChanges()
  const { lang } = useMarket()
  const { run, busy, error } = useAction({ failed: line ? undefined : 'app.failed-add' })
  const intention = useRef<{ key: string; order: string }>(undefined)

  /** Returns the idempotency key of a request; a changed body gets a new key. */
  function keyOf(order: NewLine): string {
    const text = JSON.stringify(order)
    if (intention.current?.order !== text) intention.current = { key: newIdempotencyKey(), order: text }
    return intention.current.key
  }

  /** Suggestion for the notification: a dish that goes with the added one. */
  function ideaFor(basket: Basket): Partial<Notification> {
    const idea = pickCrossSell(item.upsell ?? [], basket.lines)
    if (!idea?.quick) return { text: added(item) }
    const price = formatAmount(idea.price, lang)
    return {
      text: `${added(item)}\n${t('item.idea', { item: idea.label, price })}`,
      closeAfter: 7000,
      action: {
        label: t('menu.add', { item: idea.label }),
        onPress: () =>
          void changeBasket(basket, changes.add({ itemId: idea.id, quantity: idea.minimumQuantity })).then(
            () => notify({ text: added(idea), type: 'success' }),
            (error: ApiError) =>
              notify({ text: wording(error, 'app.failed-add'), type: 'error', closeAfter: 6000 }),
          ),
      },
    }
  }
  const added = (what: { label: string }) => t('menu.added', { item: what.label })

  /** Changes the handoff in the URL; selected options are kept. */
  const show = (type: HandoffType) =>
    setQuery(
      (query) => {
        query.set('type', type)
        return query
      },
      { replace: true, preventScrollReset: true },
    )

  const onArrival = ({ basket, line: addedLine }: Arrival) => {
    const handoff = handoffOf(basket.handoff)
    if (!addedLine) return show(handoff)
    notify({ text: added(item), type: 'success', ...ideaFor(basket) })
    void navigate(`${paths.menu(location.slug, everyday, handoff)}#${item.section}`)
  }

  const cart = useBasketAtLocation(here, onArrival, show)

  return {
    busy,
    error,
    /** An edited line belongs to its cart: the handoff is changed there. */
    askForHandoff: line ? undefined : cart.askForHandoff,
    dialog: cart.dialog,
    submit: (order: NewLine) =>
      run(async () => {
        if (line && basket) {
          await changeBasket(basket, changes.edit(line.lineId, order), keyOf(order))
          return void navigate(paths.cart)
        }
        const addition = await cart.add(order, keyOf(order))
        if (addition.outcome === 'added') onArrival(addition.arrival)
      }),
  }
}
