import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import type { ApiError } from '../../api/errors'
import type { Basket, Order } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
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
  const wording = useProblemText()
  const find = useFindBasket()
  const abroad = useBasketAbroad()
  const [reorder] = useReorderMutation()
  const [open, setOpen] = useState<{ cart?: Basket }>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const intention = useRef(newIdempotencyKey())

  const run = async (step: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await step()
    } catch (thrown) {
      setRefusal(thrown as ApiError)
    } finally {
      setBusy(false)
    }
  }

  const ask = (cart?: Basket) => {
    setOpen({ cart })
    setAsking(true)
  }

  const begin = async (aside?: Basket) => {
    const basket = await reorder({
      orderToken: order.orderToken,
      'Idempotency-Key': intention.current,
    }).unwrap()
    dispatch(basketStarted(basket))
    await navigate(paths.cart)
    if (!aside) return
    notify({
      text: t('order.put-aside', { store: aside.store.label }),
      type: 'success',
      closeAfter: 6000,
      action: { label: t('app.undo'), onPress: () => void dispatch(basketStarted(aside)) },
    })
  }

  const orderAgain = () =>
    run(async () => {
      try {
        const cart = await find()
        if (cart && cart.count > 0) return ask(cart)
      } catch (thrown) {
        if (!isWrongCountry(thrown as ApiError)) throw thrown
        return ask()
      }
      await begin()
    })

  const problem = refusal && (
    <Notice tone="bad" role="alert">
      {wording(refusal)}
    </Notice>
  )
  return (
    <>
      <Button tone={tone} onClick={() => void orderAgain()} aria-disabled={busy || undefined}>
        {t('order.again')}
      </Button>
      {!asking && problem}
      <Modal open={asking} onClose={() => setAsking(false)} title={t('order.cart-title')}>
        <p>
          {open?.cart
            ? t('order.cart-line', { count: open.cart.count, store: open.cart.store.label })
            : abroad.reason}
        </p>
        {problem}
        <Button wide aria-disabled={busy || undefined} onClick={() => void run(() => begin(open?.cart))}>
          {t('order.replace')}
        </Button>
        <ButtonLink
          wide
          tone="second"
          to={open?.cart ? paths.cart : abroad.cart}
          reloadDocument={!open?.cart}
        >
          {t('order.keep-cart')}
        </ButtonLink>
      </Modal>
    </>
  )
}
