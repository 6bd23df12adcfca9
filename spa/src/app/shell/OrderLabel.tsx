import type { Order, OrderStatus } from '../../api/generated'
import { useOrderLabel } from '../../api/useLatestOrder'

/** Names the way to an order. */
export function OrderLabel({ order, status }: { order: Order; status: OrderStatus }) {
  return useOrderLabel(order, status)
}
