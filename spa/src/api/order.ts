import type { FetchArgs } from '@reduxjs/toolkit/query'
import { generated, type Order, type OrderStatus } from './generated'
import { storing } from './storing'

/** Last status of each order with its ETag: a 304 has no body. */
const lastStatuses = new Map<string, { tag: string; status: OrderStatus }>()

const { upsertQueryData } = generated.util

/** Caches the status that an order response contains, which saves a request. */
function cacheStatus({ orderToken, status }: Order, dispatch: (action: unknown) => void) {
  // A poll may be on its way with the tag: its 304 must not bring back the status before.
  const last = lastStatuses.get(orderToken)
  if (last) last.status = status
  dispatch(upsertQueryData('getOrderStatus', { statusId: orderToken }, status))
}

/** Caches the order that a mutation returns. */
const withOrder = storing<Order>((order, dispatch) => {
  cacheStatus(order, dispatch)
  dispatch(upsertQueryData('getOrder', { orderToken: order.orderToken }, order))
})

generated.enhanceEndpoints({
  endpoints: {
    getOrder: { onQueryStarted: storing(cacheStatus) },
    cancelOrder: { invalidatesTags: [], onQueryStarted: withOrder },
    arrive: { invalidatesTags: [], onQueryStarted: withOrder },
    getOrderStatus: (endpoint) => {
      const { query } = endpoint
      endpoint.query = (asked) => ({
        ...(query?.({ ...asked, 'If-None-Match': lastStatuses.get(asked.statusId)?.tag }) as FetchArgs),
        validateStatus: (response: Response) => response.ok || response.status === 304,
      })
      endpoint.transformResponse = (status: OrderStatus, meta, { statusId }) => {
        const response = (meta as { response?: Response } | undefined)?.response
        const last = lastStatuses.get(statusId)
        if (response?.status === 304 && last) return last.status
        const tag = response?.headers.get('etag')
        if (tag) lastStatuses.set(statusId, { tag, status })
        return status
      }
    },
  },
})

export const orderStatus = generated.endpoints.getOrderStatus
export { useArriveMutation, useCancelOrderMutation, useGetOrderQuery } from './generated'

/** Returns the URL of the order's calendar event. A server response, so that phones offer to add it to the calendar. */
export function calendarUrl(orderToken: string, locale: string): string {
  return `/api/online-ordering/orders/calendar/${encodeURIComponent(orderToken)}?${new URLSearchParams({ locale })}`
}
