import { useTranslation } from 'react-i18next'
import type { Basket } from '../../api/generated'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'
import { BasketBar } from './BasketBar'
import { LatestOrderLink } from './LatestOrderLink'

export function EmptyCart({ basket }: { basket?: Basket }) {
  const { t } = useTranslation()
  const paths = usePaths(basket && handoffOf(basket.handoff))
  return (
    <>
      <PageMeta title={t('cart.title')} preventIndexing />
      {basket && <BasketBar basket={basket} />}
      <EmptyState title={t('cart.empty-heading')} line={t('cart.empty-line')}>
        <ButtonLink to={basket ? paths.menu(basket.store.slug) : paths.startOrder()}>
          {t(basket ? 'cart.to-menu' : 'cart.start')}
        </ButtonLink>
        <LatestOrderLink />
      </EmptyState>
    </>
  )
}
