import { useEffect, useState } from 'react'
import type { ApiError } from './errors'
import type { Order, OrderStatus } from './generated'
import { useGetOrderQuery, useGetOrderStatusQuery } from './order'

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

/** An order, and how it stands: asked again every few seconds while it can change and the page is looked at. */
export function useOrder(orderToken: string): FollowedOrder {
  const { currentData: order, error, refetch } = useGetOrderQuery({ orderToken })
  const [every, setEvery] = useState(10)
  const [final, setFinal] = useState(false)
  const follow = useGetOrderStatusQuery(
    { statusId: orderToken },
    {
      skip: !order,
      pollingInterval: final ? 0 : every * 1000,
      skipPollingIfUnfocused: true,
      refetchOnFocus: !final,
      refetchOnReconnect: !final,
    },
  )
  const status = follow.currentData ?? order?.status
  const unsettled = status?.status === 'pending' || status?.status === 'authentication'

  useEffect(() => {
    if (!status) return
    setFinal(status.final)
    setEvery(unsettled ? soon : status.refreshAfter || 10)
  }, [status, unsettled])

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
