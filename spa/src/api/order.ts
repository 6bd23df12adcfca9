import type { FetchArgs } from '@reduxjs/toolkit/query'
import { generated, type Order, type OrderStatus } from './generated'

/** Last status of each order with its ETag: a 304 has no body. */
const lastStatuses = new Map<string, { tag: string; status: OrderStatus }>()

interface Lifecycle {
  dispatch: (action: unknown) => void
  queryFulfilled: Promise<{ data: Order }>
}

/** Caches the status that an order response contains, which saves a request. */
const withStatus = async (_: unknown, { dispatch, queryFulfilled }: Lifecycle) => {
  try {
    const { data } = await queryFulfilled
    const { orderToken, status } = data
    // A poll may be on its way with the tag: its 304 must not bring back the status before.
    const last = lastStatuses.get(orderToken)
    if (last) last.status = status
    dispatch(generated.util.upsertQueryData('getOrderStatus', { statusId: orderToken }, status))
  } catch {
    // The caller handles the error.
  }
}

/** Caches the order that a mutation returns. */
const withOrder = async (asked: unknown, lifecycle: Lifecycle) => {
  await withStatus(asked, lifecycle)
  try {
    const { data } = await lifecycle.queryFulfilled
    lifecycle.dispatch(generated.util.upsertQueryData('getOrder', { orderToken: data.orderToken }, data))
  } catch {
    // The caller handles the error, such as a cancellation that was too late.
  }
}

generated.enhanceEndpoints({
  endpoints: {
    getOrder: { onQueryStarted: withStatus },
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
