import { useTranslation } from 'react-i18next'
import { BasketLoadError } from '../../../basket/BasketLoadError'
import { useBasket } from '../../../basket/basket'
import { EmptyCart } from '../EmptyCart'
import { PaymentInProgress } from '../PaymentInProgress'
import { Summary } from './Summary'
import { SummarySkeleton } from './SummarySkeleton'

/** Step 2: pickup time, tip, cutlery and special instructions. */
export function SummaryPage() {
  const { t } = useTranslation()
  const { basket, isLoading, error, refetch } = useBasket({ olderThan: 60, watch: true })

  if (isLoading) return <SummarySkeleton />
  if (error) return <BasketLoadError title={t('summary.title')} error={error} onRetry={refetch} />
  if (basket?.state === 'placing') return <PaymentInProgress />
  if (!basket || basket.lines.length === 0) return <EmptyCart basket={basket} />
  return <Summary basket={basket} onStale={refetch} />
}
