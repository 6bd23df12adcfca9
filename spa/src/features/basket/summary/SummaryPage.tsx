import { useTranslation } from 'react-i18next'
import { useLoadErrorText } from '../../../api/useProblemText'
import { BasketLoadError } from '../../../basket/BasketLoadError'
import { isServerFault, isWrongCountry, useBasket } from '../../../basket/basket'
import { EmptyCart } from '../EmptyCart'
import { PaymentInProgress } from '../PaymentInProgress'
import { Summary } from './Summary'
import { SummarySkeleton } from './SummarySkeleton'

/** Step 2: pickup time, tip, cutlery and special instructions. */
export function SummaryPage() {
  const { t } = useTranslation()
  const wording = useLoadErrorText()
  const { basket, isLoading, error, refetch } = useBasket({ olderThan: 60, watch: true })

  if (isLoading) return <SummarySkeleton />
  if (error)
    return (
      <BasketLoadError
        title={t('summary.title')}
        text={wording(error)}
        abroad={isWrongCountry(error)}
        broken={isServerFault(error)}
        onRetry={refetch}
      />
    )
  if (basket?.state === 'placing') return <PaymentInProgress />
  if (!basket || basket.lines.length === 0) return <EmptyCart basket={basket} />
  return <Summary basket={basket} onStale={refetch} />
}
