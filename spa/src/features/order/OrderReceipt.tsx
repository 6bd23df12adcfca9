import { useTranslation } from 'react-i18next'
import type { Order, OrderStatus } from '../../api/generated'
import { Receipt } from '../../basket/receipt/Receipt'
import { useTotals } from '../../basket/receipt/Totals'
import { Ticket } from '../../ui/layout/Ticket'
import styles from './OrderPage.module.css'
import { isPlaced } from './progress'

/** Items and payment, each tax with its rate and registration number. */
export function OrderReceipt({ order, status }: { order: Order; status: OrderStatus }) {
  const { t } = useTranslation()
  const count = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  const { sums, total } = useTotals({ totals: order, receipt: true })
  const free = order.paymentKind === 0
  return (
    <Ticket title={t('order.your-order')} note={t('order.items', { count })}>
      <Receipt
        lines={order.lines}
        sums={sums}
        total={{
          ...total,
          label: status.refunded
            ? t('order.refunded')
            : isPlaced(status.status) && !free
              ? t('order.paid')
              : t('app.total'),
          note: order.lastFour && t('order.card-ending', { lastFour: order.lastFour }),
        }}
      />
      {status.status === 'completed' && <p className={styles.thanks}>{t('order.thanks')}</p>}
    </Ticket>
  )
}
