import { useEffect } from 'react'
import type { ApiError } from './errors'
import { orderStatus, useGetOrderQuery } from './order'

/** Polling interval in seconds while the payment is being settled. */
const soon = 2
/** Default polling interval in seconds, unless the server names another. */
const usual = 10

/** useOrder returns an order and its status. It polls every few seconds while the status can change and the page is visible. */
export function useOrder(orderToken: string) {
  const { currentData: order, error, refetch } = useGetOrderQuery({ orderToken })
  const skip = !order
  const poll = orderStatus.useQueryState({ statusId: orderToken }, { skip })
  const status = poll.currentData ?? order?.status
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

  // Refetch the order once it is paid: number and card are known only then.
  const loadedStatus = order?.status.status
  const settled =
    loadedStatus !== undefined &&
    !unsettled &&
    (loadedStatus === 'pending' || loadedStatus === 'authentication')
  useEffect(() => {
    if (settled) void refetch()
  }, [settled, refetch])

  return {
    order,
    status,
    error: order ? undefined : (error as ApiError | undefined),
    /** The last poll failed; the shown data is older. */
    outOfTouch: poll.isError && !final,
    refetch,
  }
}
