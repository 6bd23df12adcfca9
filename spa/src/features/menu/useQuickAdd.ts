import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ApiError } from '../../api/errors'
import type { Item, Location } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { newIdempotencyKey } from '../../basket/basket'
import { changeBasket } from '../../basket/changeQueue'
import { type Arrival, type LocationContext, useBasketAtLocation } from '../../basket/useBasketAtLocation'
import { useBasketChanges } from '../../basket/useBasketChanges'
import { everyday } from '../../market/categories'
import { type HandoffType, handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { notify } from '../../ui/overlay/notifications'
import { focusHeading } from '../../ui/page/focusHeading'

/** useQuickAdd provides the cart beside the menu, and adds a dish with default options. It notifies of the result, with Undo. */
export function useQuickAdd(location: Location, context: LocationContext) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const changes = useBasketChanges()
  const navigate = useNavigate()
  const paths = usePaths()
  const showMenu = (type: HandoffType) =>
    void navigate(paths.menu(location.slug, everyday, type), { replace: true, preventScrollReset: true })
  // A repeated press after a failure reuses the idempotency key, so that nothing is added twice.
  const failedAdd = useRef<{ itemId: string; key: string }>(undefined)
  const cart = useBasketAtLocation(
    context,
    (arrival) => (arrival.line ? notifyAdded(arrival) : notifyMoved(arrival)),
    showMenu,
  )

  const notifyFailure = (key: 'app.failed-add' | 'app.failed-remove') => (error: unknown) =>
    notify({ text: wording(error as ApiError, key), type: 'error', closeAfter: 6000 })

  function notifyAdded({ basket, line, before }: Arrival) {
    const linesBefore = new Set(before?.lines.map(({ lineId }) => lineId))
    const addedLine = basket.lines.find(({ lineId }) => !linesBefore.has(lineId))
    const label = basket.lines.findLast(({ itemId }) => itemId === line?.itemId)?.label ?? ''
    notify({
      text: t('menu.added', { item: label }),
      type: 'success',
      closeAfter: 5000,
      action: addedLine && {
        label: t('app.undo'),
        onPress: () =>
          void changeBasket(basket, changes.remove(addedLine)).catch(notifyFailure('app.failed-remove')),
      },
    })
  }

  function notifyMoved({ basket, before }: Arrival) {
    showMenu(handoffOf(basket.handoff))
    if (before?.store.id === location.id) return
    notify({
      text: t('move.came', { here: location.label }),
      type: 'success',
      closeAfter: 6000,
      action: before && { label: t('app.undo'), onPress: () => cart.goBackTo(before) },
    })
    // The pressed notification was removed, so the focus is lost.
    focusHeading()
  }

  const add = async (item: Item) => {
    const key = failedAdd.current?.itemId === item.id ? failedAdd.current.key : newIdempotencyKey()
    try {
      const addition = await cart.add({ itemId: item.id, quantity: item.minimumQuantity }, key)
      failedAdd.current = undefined
      if (addition.outcome === 'added') notifyAdded(addition.arrival)
    } catch (error) {
      failedAdd.current = { itemId: item.id, key }
      notifyFailure('app.failed-add')(error)
    }
  }
  return { cart, add }
}
