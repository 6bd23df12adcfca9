import { MyOrdersPage as Page } from '../features/account/MyOrdersPage'
import { Shelf } from '../features/item/shelf/Shelf'

/** The customer's orders, with the builds they keep. */
export function MyOrdersPage() {
  return <Page shelf={<Shelf />} />
}
