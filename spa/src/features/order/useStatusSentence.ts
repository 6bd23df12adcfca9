import { useTranslation } from 'react-i18next'
import type { Order, OrderStatus } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { useNow } from '../../time/useNow'
import { isLate } from './progress'

/** Returns the status of the order in one or two sentences. */
export function useStatusSentence(order: Order, status: OrderStatus): string {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const now = useNow()
  const values = { store: order.store.label, number: order.number }
  if (isLate(status, now)) return t('order.late', values)
  if (status.status === 'ready' && status.arrival) return t(`curbside.ready-${status.arrival.state}`, values)
  const sentence = t(`order.standing-${status.status}`, values)
  if (status.status !== 'cancelled' && status.status !== 'not-approved') return sentence
  const refund = () => {
    const total = formatAmount(order.total, lang)
    return order.lastFour
      ? t('order.refund-card', { total, lastFour: order.lastFour })
      : t('order.refund', { total })
  }
  const rewards = order.adjustments.some(({ points, grant }) => points || grant)
  return [
    sentence,
    status.refunded ? refund() : t('order.nothing-charged'),
    rewards && t('order.refund-rewards'),
  ]
    .filter(Boolean)
    .join(' ')
}
