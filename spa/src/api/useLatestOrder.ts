import { useTranslation } from 'react-i18next'
import { usePaths } from '../market/useMarket'
import { useTimeText } from '../ui/text/useTimeText'
import type { Order, OrderStatus } from './generated'
import { useOrder } from './useOrder'

const underway = new Set<OrderStatus['status']>(['scheduled', 'accepted', 'in-preparation', 'ready'])

/** Returns whether an order can be tracked or ordered again; undefined if it was not paid. */
export function orderAction({ status, final }: OrderStatus): 'track' | 'again' | undefined {
  if (underway.has(status)) return 'track'
  return final && status !== 'not-paid' ? 'again' : undefined
}

/** Returns the label of the link to the order: "Track order 3508, 8:45 PM" while in progress, then "Order again". */
export function useOrderLabel(order?: Order, status?: OrderStatus): string | undefined {
  const { t } = useTranslation()
  const { whenBrief } = useTimeText(order?.store.timeZone ?? 'UTC')
  const action = status && orderAction(status)
  if (!order || !action) return undefined
  if (action === 'again') return t('shell.again')
  return t('shell.track', { number: order.number, time: whenBrief(status.promisedAt) })
}

/** Returns path and label of the link to an order; undefined while loading, and for an order that was not paid. */
export function useLatestOrder(orderToken: string): { path: string; label: string } | undefined {
  const paths = usePaths()
  const { order, status } = useOrder(orderToken)
  const label = useOrderLabel(order, status)
  return label ? { path: paths.order(orderToken), label } : undefined
}
