import { useSelector } from 'react-redux'
import { useOrderLabel } from '../../api/useLatestOrder'
import { selectOrder, selectOrderStatus } from './selectors'

/** Label of the link to the last order. */
export function OrderLabel() {
  return useOrderLabel(useSelector(selectOrder), useSelector(selectOrderStatus))
}
