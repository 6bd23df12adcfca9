import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { pageOf } from '../../market/paths'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/form/Button'
import { BottomBar } from '../../ui/layout/BottomBar'
import type { LatestOrder } from './LatestOrder'

interface MobileOrderBarProps {
  order?: LatestOrder
  /** Formatted total of the cart; undefined if it is empty. */
  total?: string
  onOrder: () => void
}

/**
 * Bottom bar of phones with the next action, on pages without a bar of their own: the order in progress, else the cart, else a new
 * order. The home page has its own link for a new order, so there the bar offers to order the last one again. The start order page
 * shows no link to itself.
 */
export function MobileOrderBar({ order, total, onOrder }: MobileOrderBarProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { pathname } = useLocation()
  if (!order?.underway && !total && pageOf(pathname) === 'startOrder') return null
  return (
    <BottomBar until={600} quiet={!order?.underway && !total} label={t('app.store-bar')}>
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
