import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { pageOf } from '../../market/paths'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/form/Button'
import { BottomBar } from '../../ui/layout/BottomBar'
import type { LatestOrder } from './LatestOrder'

interface MobileOrderBarProps {
  order?: LatestOrder
  /** The cart's total in words, if there is something in it. */
  total?: string
  onOrder: () => void
}

/**
 * The one next step at the foot of a phone, on pages without a bar of their own: the order under way, else the cart, else a new order.
 * The home page begins with a new order: there the last one can be ordered again. The start order page is where a new order leads.
 */
export function MobileOrderBar({ order, total, onOrder }: MobileOrderBarProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { pathname } = useLocation()
  if (!order?.underway && !total && pageOf(pathname) === 'startOrder') return null
  return (
    <BottomBar until={600} quiet={!order?.underway && !total}>
      {order?.underway ? (
        <ButtonLink wide to={order.path}>
          {order.label}
        </ButtonLink>
      ) : total ? (
        <ButtonLink wide split to={paths.cart}>
          <span>{t('shell.resume')}</span>
          <span>{total}</span>
        </ButtonLink>
      ) : order && pathname === paths.home ? (
        <ButtonLink wide to={order.path}>
          {order.label}
        </ButtonLink>
      ) : (
        <Button wide onClick={() => onOrder()}>
          {t('app.order-now')}
        </Button>
      )}
    </BottomBar>
  )
}
