import { useTranslation } from 'react-i18next'
import { BasketLoadError } from '../../../basket/BasketLoadError'
import { useBasket } from '../../../basket/basket'
import { EmptyCart } from '../EmptyCart'
import { PaymentInProgress } from '../PaymentInProgress'
import { CartContents } from './CartContents'
import { CartSkeleton } from './CartSkeleton'
import { useRemovedLines } from './useRemovedLines'

export function CartPage() {
  const { t } = useTranslation()
  const { basket, isLoading, error, refetch } = useBasket({ olderThan: 60, watch: true })
  const removed = useRemovedLines()

  if (isLoading) return <CartSkeleton />
  if (error) return <BasketLoadError title={t('cart.title')} error={error} onRetry={refetch} />
  if (basket?.state === 'placing') return <PaymentInProgress />
  if (!basket || (basket.lines.length === 0 && removed.lines.length === 0))
    return <EmptyCart basket={basket} />
  return <CartContents basket={basket} removed={removed} />
}
