import type { FetchArgs } from '@reduxjs/toolkit/query'
import { generated, type Order, type OrderStatus } from './generated'

/** The last status of each order with its tag: "nothing new" is an answer without a body. */
const known = new Map<string, { tag: string; status: OrderStatus }>()

interface Lifecycle {
  dispatch: (action: unknown) => void
  queryFulfilled: Promise<{ data: Order }>
}

/** An order brings its status along: it need not be asked for a second time. */
const withStatus = async (_: unknown, { dispatch, queryFulfilled }: Lifecycle) => {
  try {
    const { data } = await queryFulfilled
    const { orderToken, status } = data
    known.delete(orderToken)
    dispatch(generated.util.upsertQueryData('getOrderStatus', { statusId: orderToken }, status))
  } catch {
    // Whoever asked is told.
  }
}

/** A change of an order answers with the order: it is taken as it is. */
const withOrder = async (asked: unknown, lifecycle: Lifecycle) => {
  await withStatus(asked, lifecycle)
  try {
    const { data } = await lifecycle.queryFulfilled
    lifecycle.dispatch(generated.util.upsertQueryData('getOrder', { orderToken: data.orderToken }, data))
  } catch {
    // Too late, perhaps: the page says so.
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
        ...(query?.({ ...asked, 'If-None-Match': known.get(asked.statusId)?.tag }) as FetchArgs),
        validateStatus: (response: Response) => response.ok || response.status === 304,
      })
      endpoint.transformResponse = (status: OrderStatus, meta, { statusId }) => {
        const response = (meta as { response?: Response } | undefined)?.response
        const before = known.get(statusId)
        if (response?.status === 304 && before) return before.status
        const tag = response?.headers.get('etag')
        if (tag) known.set(statusId, { tag, status })
        return status
      }
    },
  },
})

export const orderStatus = generated.endpoints.getOrderStatus
export { useArriveMutation, useCancelOrderMutation, useGetOrderQuery } from './generated'

/**
 * Where the order lies as an event. A link of its own, not a file that the page makes: a phone then offers to keep it in its
 * calendar.
 */
export function calendarUrl(orderToken: string, locale: string): string {
  return `/api/online-ordering/orders/calendar/${encodeURIComponent(orderToken)}?${new URLSearchParams({ locale })}`
}
