import { useTranslation } from 'react-i18next'
import { useLoadErrorText } from '../../../api/useProblemText'
import { BasketTrouble } from '../../../basket/BasketTrouble'
import { isAbroad, isBroken, useBasket } from '../../../basket/basket'
import { EmptyCart } from '../EmptyCart'
import { Placing } from '../Placing'
import { CartSkeleton } from './CartSkeleton'
import { FullCart } from './FullCart'
import { useRemoved } from './useRemoved'

/** What was chosen, and what it comes to. */
export function CartPage() {
  const { t } = useTranslation()
  const wording = useLoadErrorText()
  const { basket, isLoading, error, refetch } = useBasket({ olderThan: 60, watch: true })
  const removed = useRemoved()

  if (isLoading) return <CartSkeleton />
  if (error)
    return (
      <BasketTrouble
        title={t('cart.title')}
        text={wording(error)}
        abroad={isAbroad(error)}
        broken={isBroken(error)}
        onRetry={refetch}
      />
    )
  if (basket?.state === 'placing') return <Placing />
  if (!basket || (basket.lines.length === 0 && removed.lines.length === 0))
    return <EmptyCart basket={basket} />
  return <FullCart basket={basket} removed={removed} />
}
