import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import type { ApiError } from '../../api/errors'
import type { Basket, Order } from '../../api/generated'
import { useAction } from '../../api/useAction'
import { isWrongCountry, newIdempotencyKey, useFindBasket, useReorderMutation } from '../../basket/basket'
import { basketStarted } from '../../basket/basketSession'
import { useBasketAbroad } from '../../basket/move/CartElsewhereNotice'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'
import { Button, ButtonLink } from '../../ui/form/Button'
import { Modal } from '../../ui/overlay/Modal'
import { notify } from '../../ui/overlay/notifications'

/**
 * OrderAgain creates a new cart with the ordered items; the cart page shows changes since then. An open cart is replaced only after
 * confirmation, and one press restores it.
 */
export function OrderAgain({ order, tone }: { order: Order; tone?: 'second' }) {
  const { t } = useTranslation()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const paths = usePaths(handoffOf(order.handoff))
  const findBasket = useFindBasket()
  const otherCountry = useBasketAbroad()
  const [reorder] = useReorderMutation()
  /** The cart that the new one would replace; undefined if it is in another country. */
  const [openCart, setOpenCart] = useState<Basket>()
  const [dialogOpen, setDialogOpen] = useState(false)
  const { run, busy, error } = useAction()
  const idempotencyKey = useRef(newIdempotencyKey())

  const openDialog = (cart?: Basket) => {
    setOpenCart(cart)
    setDialogOpen(true)
  }

  const startNewCart = async (replaced?: Basket) => {
    const basket = await reorder({
      orderToken: order.orderToken,
      'Idempotency-Key': idempotencyKey.current,
    }).unwrap()
    dispatch(basketStarted(basket))
    await navigate(paths.cart)
    if (!replaced) return
    notify({
      text: t('order.put-aside', { store: replaced.store.label }),
      type: 'success',
      closeAfter: 6000,
      action: { label: t('app.undo'), onPress: () => void dispatch(basketStarted(replaced)) },
    })
  }

  const orderAgain = () =>
    run(async () => {
      try {
        const cart = await findBasket()
        if (cart && cart.count > 0) return openDialog(cart)
      } catch (thrown) {
        if (!isWrongCountry(thrown as ApiError)) throw thrown
        return openDialog()
      }
      await startNewCart()
    })

  const problem = error && (
    <Notice tone="bad" role="alert">
      {error}
    </Notice>
  )
  return (
    <>
      <Button tone={tone} onClick={() => void orderAgain()} aria-disabled={busy || undefined}>
        {t('order.again')}
      </Button>
      {!dialogOpen && problem}
      <Modal open={dialogOpen} onClose={() => setDialogOpen(false)} title={t('order.cart-title')}>
        <p>
          {openCart
            ? t('order.cart-line', { count: openCart.count, store: openCart.store.label })
            : otherCountry.reason}
        </p>
        {problem}
        <Button wide aria-disabled={busy || undefined} onClick={() => void run(() => startNewCart(openCart))}>
          {t('order.replace')}
        </Button>
        <ButtonLink
          wide
          tone="second"
          to={openCart ? paths.cart : otherCountry.cart}
          reloadDocument={!openCart}
        >
          {t('order.keep-cart')}
        </ButtonLink>
      </Modal>
    </>
  )
}
