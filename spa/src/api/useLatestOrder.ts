import { useTranslation } from 'react-i18next'
import { usePaths } from '../market/useMarket'
import { useWhen } from '../ui/text/useWhen'
import type { OrderStatus } from './generated'
import { useOrder } from './useOrder'

/** A way to the order that was placed last. */
export interface LatestOrder {
  path: string
  /** "Track order 3508, 8:45 PM" while it is under way, then "Order again". */
  label: string
  underway: boolean
}

const underway = new Set<OrderStatus['status']>(['scheduled', 'accepted', 'in-preparation', 'ready'])

/** The order with this token as every page names it; undefined until it is known, and of one that was not paid. */
export function useLatestOrder(orderToken: string): LatestOrder | undefined {
  const { t } = useTranslation()
  const paths = usePaths()
  const { order, status } = useOrder(orderToken)
  const { whenBrief } = useWhen(order?.store.timeZone ?? 'UTC')
  if (!order || !status) return undefined
  const path = paths.order(orderToken)
  if (underway.has(status.status)) {
    const words = { number: order.number, time: whenBrief(status.promisedAt) }
    return { path, label: t('shell.track', words), underway: true }
  }
  return status.final && status.status !== 'not-paid'
    ? { path, label: t('shell.again'), underway: false }
    : undefined
}
