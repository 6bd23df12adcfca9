import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../api/generated'
import { useCancelOrderMutation } from '../../api/order'
import { useAction } from '../../api/useAction'
import { newIdempotencyKey } from '../../basket/basket'
import { Button } from '../../ui/form/Button'
import { Modal } from '../../ui/overlay/Modal'
import { focusHeading } from '../../ui/page/focusHeading'
import { OrderActionError } from './OrderActionError'
import styles from './OrderPage.module.css'

interface CancelOrderProps {
  order: Order
  cancellable: boolean
  /** Called when the order on the page is outdated. */
  onStale: () => void
}

/** Cancels the order while preparation has not started. */
export function CancelOrder({ order, cancellable, onStale }: CancelOrderProps) {
  const { t } = useTranslation()
  const [dialogOpen, setDialogOpen] = useState(false)
  const { run, busy, error } = useAction({ onFailure: onStale })
  const [cancel] = useCancelOrderMutation()
  const idempotencyKey = useRef(newIdempotencyKey())

  const cancelOrder = () =>
    run(async () => {
      await cancel({ orderToken: order.orderToken, 'Idempotency-Key': idempotencyKey.current }).unwrap()
      setDialogOpen(false)
      // The pressed button was removed: focus the heading, which shows the new status, and scroll to it.
      requestAnimationFrame(() => focusHeading()?.scrollIntoView({ block: 'center' }))
    })

  if (!cancellable && !dialogOpen) return null
  return (
    <section className={styles.part}>
      <h2>{t('order.changed-mind')}</h2>
      <p>{t('order.cancel-until')}</p>
      <p>
        <Button tone="second" onClick={() => setDialogOpen(true)}>
          {t('order.cancel')}
        </Button>
      </p>
      <Modal open={dialogOpen} onClose={() => setDialogOpen(false)} title={t('order.cancel-title')}>
        <p>{t('order.cancel-line', { number: order.number })}</p>
        {error && <OrderActionError error={error} phone={order.store.phone} />}
        <div className={styles.choices}>
          <Button aria-disabled={busy || undefined} onClick={cancelOrder}>
            {busy ? t('order.cancelling') : t('order.cancel-yes')}
          </Button>
          <Button tone="second" onClick={() => setDialogOpen(false)}>
            {t('order.cancel-no')}
          </Button>
        </div>
      </Modal>
    </section>
  )
}
