import { useSelector } from 'react-redux'
import { useOrderLabel } from '../../api/useLatestOrder'
import { selectOrder, selectOrderStatus } from './selectors'

/** Names the way to the order that was placed last. */
export function OrderLabel() {
  return useOrderLabel(useSelector(selectOrder), useSelector(selectOrderStatus))
}
