import { useEffect } from 'react'
import type { ApiError } from './errors'
import type { Order, OrderStatus } from './generated'
import { orderStatus, useGetOrderQuery } from './order'

interface FollowedOrder {
  order?: Order
  status?: OrderStatus
  error?: ApiError
  /** The last look failed; what is shown is what was known before. */
  outOfTouch: boolean
  refetch: () => void
}

/** Seconds between two looks while the payment is settled: the guest waits for that. */
const soon = 2
/** The same while the server names no other. */
const usual = 10

/** An order, and how it stands: asked again every few seconds while it can change and the page is looked at. */
export function useOrder(orderToken: string): FollowedOrder {
  const { currentData: order, error, refetch } = useGetOrderQuery({ orderToken })
  const skip = !order
  const follow = orderStatus.useQueryState({ statusId: orderToken }, { skip })
  const status = follow.currentData ?? order?.status
  const unsettled = status?.status === 'pending' || status?.status === 'authentication'
  const final = status?.final ?? false
  orderStatus.useQuerySubscription(
    { statusId: orderToken },
    {
      skip,
      pollingInterval: final ? 0 : (unsettled ? soon : status?.refreshAfter || usual) * 1000,
      skipPollingIfUnfocused: true,
      refetchOnFocus: !final,
      refetchOnReconnect: !final,
    },
  )

  // Once it is paid, the order knows more: what it is called, and which card.
  const shown = order?.status.status
  const settled = shown !== undefined && !unsettled && (shown === 'pending' || shown === 'authentication')
  useEffect(() => {
    if (settled) void refetch()
  }, [settled, refetch])

  return {
    order,
    status,
    error: order ? undefined : (error as ApiError | undefined),
    outOfTouch: follow.isError && !final,
    refetch,
  }
}
