import { useSelector } from 'react-redux'
import { selectSignedIn } from '../../api/session'
import { useOrder } from '../../api/useOrder'
import { useBasket } from '../../basket/basket'
import { KeptChoices } from '../../basket/KeptChoices'
import { brand } from '../../brand/brand'
import type { LatestOrder } from './LatestOrder'
import { MobileOrderBar } from './MobileOrderBar'
import { PointsSubscription } from './PointsSubscription'
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

/** Subscribes to the guest's cart, order and points for the shell, and renders the bottom bar of phones. */
export function GuestSubscriptions({ placed, bar, total, order, onOrder }: GuestSubscriptionsProps) {
  const { basket } = useBasket()
  const isSignedIn = useSelector(selectSignedIn)
  useSignOutOfOtherTabs()
  useRepeatedSignOut()
  return (
    <>
      <KeptChoices basket={basket} />
      {placed && <Follow orderToken={placed} />}
      {isSignedIn && brand.loyalty && <PointsSubscription placed={placed} />}
      {bar && <MobileOrderBar order={order} total={total} onOrder={onOrder} />}
    </>
  )
}

function Follow({ orderToken }: { orderToken: string }) {
  useOrder(orderToken)
  return null
}
