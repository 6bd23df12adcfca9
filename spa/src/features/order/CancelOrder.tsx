import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import type { Order } from '../../api/generated'
import { useCancelOrderMutation } from '../../api/order'
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
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const [cancel, { isLoading }] = useCancelOrderMutation()
  const intention = useRef(newIdempotencyKey())

  const callOff = async () => {
    if (isLoading) return
    setRefusal(undefined)
    try {
      await cancel({ orderToken: order.orderToken, 'Idempotency-Key': intention.current }).unwrap()
      setAsking(false)
      // The pressed button is gone; the heading shows the new status.
      requestAnimationFrame(focusHeading)
    } catch (thrown) {
      setRefusal(thrown as ApiError)
      onStale()
    }
  }

  if (!cancellable && !asking) return null
  return (
    <section className={styles.part}>
      <h2>{t('order.changed-mind')}</h2>
      <p>{t('order.cancel-until')}</p>
      <p>
        <Button tone="second" onClick={() => setAsking(true)}>
          {t('order.cancel')}
        </Button>
      </p>
      <Modal open={asking} onClose={() => setAsking(false)} title={t('order.cancel-title')}>
        <p>{t('order.cancel-line', { number: order.number })}</p>
        {refusal && <OrderActionError of={refusal} phone={order.store.phone} />}
        <div className={styles.choices}>
          <Button aria-disabled={isLoading || undefined} onClick={() => void callOff()}>
            {isLoading ? t('order.cancelling') : t('order.cancel-yes')}
          </Button>
          <Button tone="second" onClick={() => setAsking(false)}>
            {t('order.cancel-no')}
          </Button>
        </div>
      </Modal>
    </section>
  )
}
