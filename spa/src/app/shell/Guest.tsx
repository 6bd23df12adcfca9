import type { LatestOrder } from '../../api/useLatestOrder'
import { Carried, type InHand } from './Carried'
import { PhoneBar } from './PhoneBar'
import { Placed } from './Placed'

interface GuestProps {
  /** This browser has begun a basket. */
  carries: boolean
  /** The token of the order that it placed last. */
  placed: string | null | undefined
  /** Whether the page has room for the bar of phones, which shows these two. */
  bar: boolean
  basket?: InHand
  order?: LatestOrder
  onBasket: (basket: InHand | undefined) => void
  onLatest: (order: LatestOrder | undefined) => void
  onOrder: () => void
}

/** What the shell shows of the guest's own cart and order. Its code comes to a guest who has one, or has begun to do anything. */
export function Guest({ carries, placed, bar, basket, order, onBasket, onLatest, onOrder }: GuestProps) {
  return (
    <>
      {carries && <Carried onBasket={onBasket} />}
      {placed && <Placed orderToken={placed} onOrder={onLatest} />}
      {bar && <PhoneBar order={order} total={basket?.total} onOrder={onOrder} />}
    </>
  )
}
