import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Navigate } from 'react-router'
import type { ApiError } from '../../api/errors'
import type { Basket } from '../../api/generated'
import { BasketLoadError } from '../../basket/BasketLoadError'
import { selectPlaced, selectQuote } from '../../basket/basketSession'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { Loading, Skeleton } from '../../ui/feedback/Skeleton'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'
import styles from './Checkout.module.css'
import rail from './CheckoutUnavailable.module.css'

interface CheckoutUnavailableProps {
  title: string
  query: { basket?: Basket; isLoading: boolean; error?: ApiError; refetch: () => void }
}

/** Replaces a checkout page when there is no basket to check out: it is loading, already ordered, empty or failed to load. */
export function CheckoutUnavailable({ title, query }: CheckoutUnavailableProps) {
  const { t } = useTranslation()
  const { basket, isLoading, error, refetch } = query
  const paths = usePaths(basket && handoffOf(basket.handoff))
  const placed = useSelector(selectPlaced)
  const hasBasket = useSelector(selectQuote) !== null
  // The guest navigated back from the placed order.
  if (placed && !hasBasket) return <Navigate to={paths.order(placed)} replace />
  if (isLoading) return <CheckoutSkeleton title={title} />
  if (error) return <BasketLoadError title={title} error={error} onRetry={refetch} />
  if (basket?.state === 'placing' && basket.orderToken) {
    return (
      <div className="wrap">
        <PageMeta title={title} preventIndexing />
        <ErrorMessage title={t('checkout.underway')} text={t('checkout.underway-line')}>
          <ButtonLink to={paths.payment}>{t('checkout.see-order')}</ButtonLink>
        </ErrorMessage>
      </div>
    )
  }
  return (
    <>
      <PageMeta title={title} preventIndexing />
      <EmptyState title={t('checkout.empty')} line={t('checkout.empty-line')}>
        <ButtonLink to={basket ? paths.menu(basket.store.slug) : paths.startOrder()}>
          {t('checkout.start')}
        </ButtonLink>
      </EmptyState>
    </>
  )
}

function CheckoutSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageMeta title={title} preventIndexing />
      <Loading />
      <div className={rail.bar} />
      <div className={`wrap ${styles.grid}`}>
        <div className={rail.wall} />
        <div className={`${styles.form} ${rail.form}`}>
          <h1 className="visually-hidden">{title}</h1>
          <Skeleton width="70%" height="4.5rem" />
          <Skeleton height="3rem" />
          <div className={styles.two}>
            <Skeleton height="5rem" />
            <Skeleton height="5rem" />
            <Skeleton height="5rem" />
            <Skeleton height="5rem" />
          </div>
          <Skeleton height="3.25rem" />
        </div>
      </div>
    </>
  )
}
