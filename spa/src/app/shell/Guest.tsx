import { useOrder } from '../../api/useOrder'
import { useBasket } from '../../basket/basket'
import { PhoneBar } from './PhoneBar'
import type { WayToOrder } from './WayToOrder'

interface GuestProps {
  /** The token of the order that this browser placed last. */
  placed: string | null | undefined
  /** Whether the page has room for the bar of phones. */
  bar: boolean
  /** The cart's total in words, if there is something in it. */
  total?: string
  order?: WayToOrder
  onOrder: () => void
}

/** Asks for the guest's own cart and order, which the shell shows, and is the bar of phones. */
export function Guest({ placed, bar, total, order, onOrder }: GuestProps) {
  useBasket()
  return (
    <>
      {placed && <Follow orderToken={placed} />}
      {bar && <PhoneBar order={order} total={total} onOrder={onOrder} />}
    </>
  )
}

function Follow({ orderToken }: { orderToken: string }) {
  useOrder(orderToken)
  return null
}
