import { useTranslation } from 'react-i18next'
import { usePaths } from '../market/useMarket'
import { useTimeText } from '../ui/text/useTimeText'
import type { Order, OrderStatus } from './generated'
import { useOrder } from './useOrder'

const underway = new Set<OrderStatus['status']>(['scheduled', 'accepted', 'in-preparation', 'ready'])

/** Whether an order is tracked or ordered again; undefined for one that was not paid. */
export function orderAction({ status, final }: OrderStatus): 'track' | 'again' | undefined {
  if (underway.has(status)) return 'track'
  return final && status !== 'not-paid' ? 'again' : undefined
}

/** Words the way to an order: "Track order 3508, 8:45 PM" while it is under way, then "Order again". */
export function useOrderLabel(order?: Order, status?: OrderStatus): string | undefined {
  const { t } = useTranslation()
  const { whenBrief } = useTimeText(order?.store.timeZone ?? 'UTC')
  const way = status && orderAction(status)
  if (!order || !way) return undefined
  if (way === 'again') return t('shell.again')
  return t('shell.track', { number: order.number, time: whenBrief(status.promisedAt) })
}

/** The way to the order with this token; undefined until it is known, and of one that was not paid. */
export function useLatestOrder(orderToken: string): { path: string; label: string } | undefined {
  const paths = usePaths()
  const { order, status } = useOrder(orderToken)
  const label = useOrderLabel(order, status)
  return label ? { path: paths.order(orderToken), label } : undefined
}
