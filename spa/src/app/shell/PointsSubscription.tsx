import { useEffect, useRef } from 'react'
import { orderStatus } from '../../api/order'
import { useGetPointsQuery } from '../../api/points'

/** How long after the completion of an order its points are there, in milliseconds. */
const bookingTime = 3000

/** Keeps the points of the header up to date: they change with the status of the customer's order. */
export function PointsSubscription({ placed }: { placed: string | null | undefined }) {
  const { refetch } = useGetPointsQuery()
  const { currentData } = orderStatus.useQueryState({ statusId: placed ?? '' }, { skip: !placed })
  const status = currentData?.status
  const last = useRef(status)
  useEffect(() => {
    const isChange = last.current !== undefined && last.current !== status
    last.current = status
    if (!isChange) return
    void refetch()
    const again = setTimeout(() => void refetch(), bookingTime)
    return () => clearTimeout(again)
  }, [status, refetch])
  return null
}
