import { useOrder } from '../../api/useOrder'
import { useBasket } from '../../basket/basket'
import type { LatestOrder } from './LatestOrder'
import { MobileOrderBar } from './MobileOrderBar'

interface GuestSubscriptionsProps {
  /** The token of the order that this browser placed last. */
  placed: string | null | undefined
  /** Whether the page has room for the bar of phones. */
  bar: boolean
  /** The cart's total in words, if there is something in it. */
  total?: string
  order?: LatestOrder
  onOrder: () => void
}

/** Asks for the guest's own cart and order, which the shell shows, and is the bar of phones. */
export function GuestSubscriptions({ placed, bar, total, order, onOrder }: GuestSubscriptionsProps) {
  useBasket()
  return (
    <>
      {placed && <Follow orderToken={placed} />}
      {bar && <MobileOrderBar order={order} total={total} onOrder={onOrder} />}
    </>
  )
}

function Follow({ orderToken }: { orderToken: string }) {
  useOrder(orderToken)
  return null
}
