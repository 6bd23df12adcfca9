import { useTranslation } from 'react-i18next'
import { useBasket } from '../../api/basket'
import { useUnreadText } from '../../api/useProblemText'
import { ButtonLink } from '../../ui/Button'
import { useCartAbroad } from '../../ui/CartElsewhere'
import { PageMeta } from '../../ui/PageMeta'
import { Trouble } from '../../ui/Trouble'
import { CartSkeleton } from './CartSkeleton'
import { EmptyCart } from './EmptyCart'
import { FullCart } from './FullCart'
import { Placing } from './Placing'
import { useRemoved } from './useRemoved'

/** What was chosen, and what it comes to. */
export function CartPage() {
  const { t } = useTranslation()
  const wording = useUnreadText()
  const { basket, abroad, isLoading, error, refetch } = useBasket({ olderThan: 60, watch: true })
  const elsewhere = useCartAbroad()
  const removed = useRemoved()

  if (isLoading) return <CartSkeleton />
  if (error) {
    return (
      <div className="wrap">
        <PageMeta title={t('cart.title')} preventIndexing />
        {abroad ? (
          <Trouble title={t('move.abroad-title')} text={elsewhere.reason}>
            <ButtonLink to={elsewhere.cart} reloadDocument>
              {t('move.abroad-back')}
            </ButtonLink>
          </Trouble>
        ) : (
          <Trouble text={wording(error)} onRetry={refetch} />
        )}
      </div>
    )
  }
  if (basket?.state === 'placing') return <Placing />
  if (!basket || (basket.lines.length === 0 && removed.lines.length === 0))
    return <EmptyCart basket={basket} />
  return <FullCart basket={basket} removed={removed} />
}
