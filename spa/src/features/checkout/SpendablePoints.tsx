import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import type { Basket } from '../../api/generated'
import { useGetPointsQuery } from '../../api/points'
import { selectSignedIn } from '../../api/session'
import { pointsTaken } from '../../basket/rewards'
import { brand } from '../../brand/brand'
import { usePaths } from '../../market/useMarket'

interface SpendablePointsProps {
  basket: Basket
  className?: string
}

/**
 * The points that the rewards of the basket leave, with a link to the rewards in the cart. Absent for a guest, without points, and if they
 * cannot be loaded.
 */
export function SpendablePoints({ basket, className }: SpendablePointsProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const isSignedIn = useSelector(selectSignedIn)
  const { data } = useGetPointsQuery(undefined, { skip: !isSignedIn || !brand.loyalty })
  const left = isSignedIn && data ? data.spendable - pointsTaken(basket) : 0
  if (left <= 0) return null
  return (
    <small className={className}>
      {t('deals.spend-line', { count: left })}{' '}
      <Link className="tap" to={`${paths.cart}#deals`}>
        {t('deals.spend-in-cart')}
      </Link>
    </small>
  )
}
