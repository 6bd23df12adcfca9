import { Suspense, useState } from 'react'
import { useSelector } from 'react-redux'
import type { Order, OrderLine } from '../api/generated'
import { selectSignedIn } from '../api/session'
import { lazyAccountPart } from '../features/account/lazyAccountPart'
import { isOfferPostponed } from '../features/account/passkeys/offerState'
import { contactOf } from '../features/checkout/placed'
import { OrderPage as Page } from '../features/order/OrderPage'
import { SaveOffer } from '../features/order/SaveOffer'
import { usePaths } from '../market/useMarket'
import { lazyOptional } from '../ui/loading/lazyOptional'

const SaveForNextTime = lazyAccountPart(
  async () => (await import('../features/account/SaveForNextTime')).SaveForNextTime,
)

const KeepOnShelf = lazyOptional(async () => (await import('../features/item/shelf/KeepOnShelf')).KeepOnShelf)

const PostponedOffer = lazyAccountPart(
  async () => (await import('../features/account/passkeys/PostponedOffer')).PostponedOffer,
)

/**
 * The page of an order. A guest who just placed it is offered an account; a customer who signed in for it, a passkey. Customers keep its
 * dishes on their shelf.
 */
export function OrderPage() {
  const isSignedIn = useSelector(selectSignedIn)
  return (
    <Page
      afterPlacing={(orderToken) => <Offer orderToken={orderToken} />}
      belowLine={isSignedIn ? (order, line) => <Keep order={order} line={line} /> : undefined}
    />
  )
}

function Keep({ order, line: { label, itemId, choices } }: { order: Order; line: OrderLine }) {
  return (
    <Suspense>
      <KeepOnShelf label={label} build={() => ({ itemId, locationId: order.store.id, choices })} />
    </Suspense>
  )
}

function Offer({ orderToken }: { orderToken: string }) {
  const paths = usePaths()
  const isSignedIn = useSelector(selectSignedIn)
  const contact = contactOf(orderToken)
  const [isPostponed] = useState(isOfferPostponed)
  if (isSignedIn) return <Suspense>{isPostponed && <PostponedOffer />}</Suspense>
  return (
    contact && (
      <SaveOffer>
        <SaveForNextTime contact={contact} from={paths.order(orderToken)} />
      </SaveOffer>
    )
  )
}
