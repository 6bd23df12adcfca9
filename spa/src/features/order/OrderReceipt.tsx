import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order, OrderLine, OrderStatus } from '../../api/generated'
import { partOf } from '../../basket/receipt/lineDeals'
import { Receipt } from '../../basket/receipt/Receipt'
import { sourceOf, useTotals } from '../../basket/receipt/Totals'
import { useMarket } from '../../market/useMarket'
import { formatAmount, formatSurcharge } from '../../money/money'
import { Ticket } from '../../ui/layout/Ticket'
import styles from './OrderPage.module.css'
import { isPlaced } from './progress'

interface OrderReceiptProps {
  order: Order
  status: OrderStatus
  /** Returns the content below a line of a placed order. */
  belowLine?: (order: Order, line: OrderLine) => ReactNode
}

/** Items and payment, each tax with its rate and registration number. */
export function OrderReceipt({ order, status, belowLine }: OrderReceiptProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const count = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  const { sums, total, adjustments } = useTotals({ totals: order, lines: order.lines, receipt: true })
  const placed = isPlaced(status.status)
  const free = order.paymentKind === 0
  // What the refund of a line took back of each deal.
  const reversedOf = (lineId: string) =>
    (order.reversed ?? []).flatMap((deal) => {
      const amount = partOf(deal, lineId)
      return amount
        ? [deal.label, sourceOf(deal, t), formatSurcharge(amount, lang)].filter(Boolean).join(' ')
        : []
    })
  return (
    <Ticket title={t('order.your-order')} note={t('order.items', { count })}>
      <Receipt
        lines={order.lines}
        sums={sums}
        adjustments={adjustments}
        belowLine={placed && belowLine ? (at) => belowLine(order, order.lines[at]!) : undefined}
        total={{
          ...total,
          label: status.refunded ? t('order.refunded') : placed && !free ? t('order.paid') : t('app.total'),
          note: order.lastFour && t('order.card-ending', { lastFour: order.lastFour }),
        }}
      />
      {status.refundedAmount && (
        <p className={styles.refunded}>
          {t('order.refunded-part', { amount: formatAmount(status.refundedAmount, lang) })}
        </p>
      )}
      {order.lines.map(
        ({ lineId, label, refunded = 0 }) =>
          refunded > 0 && <p key={lineId}>{[`${refunded} × ${label}`, ...reversedOf(lineId)].join(', ')}</p>,
      )}
      {status.status === 'completed' && <p className={styles.thanks}>{t('order.thanks')}</p>}
    </Ticket>
  )
}
