import { useOrder } from '../../api/useOrder'
import { useBasket } from '../../basket/basket'
import { useLinkedCoupon } from '../../basket/linkedCoupon'
import type { LatestOrder } from './LatestOrder'
import { MobileOrderBar } from './MobileOrderBar'
import { useRepeatedSignOut, useSignOutOfOtherTabs } from './useSignOut'

interface GuestSubscriptionsProps {
  /** Token of the last order placed in this browser. */
  placed: string | null | undefined
  /** Whether the page shows the bottom bar of phones. */
  bar: boolean
  /** Formatted total of the cart; undefined if it is empty. */
  total?: string
  order?: LatestOrder
  onOrder: () => void
}

/** Subscribes to the guest's cart and order for the shell, and renders the bottom bar of phones. */
export function GuestSubscriptions({ placed, bar, total, order, onOrder }: GuestSubscriptionsProps) {
  const { basket } = useBasket()
  useLinkedCoupon(basket)
  useSignOutOfOtherTabs()
  useRepeatedSignOut()
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
