import { useEffect } from 'react'
import { type LatestOrder, useLatestOrder } from '../../api/useLatestOrder'

interface PlacedProps {
  orderToken: string
  onOrder: (order: LatestOrder | undefined) => void
}

/** Tells the shell of the order that this browser placed last. Its code loads only for a guest who has one. */
export function Placed({ orderToken, onOrder }: PlacedProps) {
  const order = useLatestOrder(orderToken)
  const { path, label, underway } = order ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is a new object at each rendering
  useEffect(() => onOrder(order), [path, label, underway, onOrder])
  return null
}
