import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import { useLatestOrder } from '../../api/useLatestOrder'
import { selectPlaced } from '../../basket/basketSession'

/** Link to the most recent order, on the cart page. */
export function LatestOrderLink() {
  const placed = useSelector(selectPlaced)
  return placed && <Latest orderToken={placed} />
}

function Latest({ orderToken }: { orderToken: string }) {
  const order = useLatestOrder(orderToken)
  return (
    order && (
      <p>
        <Link className="tap" to={order.path}>
          {order.label}
        </Link>
      </p>
    )
  )
}
