import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Navigate } from 'react-router'
import * as v from 'valibot'
import type { ApiError } from '../../../api/errors'
import { useListPaymentMethodsQuery } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { useBasket } from '../../../basket/basket'
import { handoffIds, handoffOf } from '../../../market/handoff'
import { usePaths } from '../../../market/useMarket'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { PageMeta } from '../../../ui/page/PageMeta'
import styles from '../Checkout.module.css'
import { CheckoutFrame } from '../CheckoutFrame'
import { CheckoutUnavailable } from '../CheckoutUnavailable'
import { selectContact, selectVehicle } from '../draft'
import { detailsSchema } from '../formSchemas'
import { BankDialog } from './BankDialog'
import { PaymentForm } from './PaymentForm'
import { PlacementNotice } from './PlacementNotice'
import { type OrderPlacement, usePlacement } from './usePlacement'

/** Step 4: payment. It also resumes a placement that was interrupted by leaving the page. */
export function PaymentPage() {
  const { t } = useTranslation()
  const paths = usePaths()
  const wording = useProblemText()
  const query = useBasket({ olderThan: 60 })
  const { basket } = query
  const contact = useSelector(selectContact)
  const vehicle = useSelector(selectVehicle)
  const placement = usePlacement(basket)
  const { state } = placement
  const payable = basket?.state === 'open' && basket.lines.length > 0
  const methods = useListPaymentMethodsQuery(
    { orderId: basket?.orderId ?? '' },
    { skip: !payable, refetchOnMountOrArgChange: true },
  )

  // A paid order may have become free, or a free one paid.
  const code = state.phase === 'refused' ? state.error.problem?.code : undefined
  const { refetch } = methods
  useEffect(() => {
    if (payable && (code === 'payment-needed' || code === 'payment-not-needed')) void refetch()
  }, [code, payable, refetch])

  return (
    <>
      {body()}
      {state.phase === 'bank' && (
        <BankDialog
          open={state.open}
          page={state.page}
          onDone={() => placement.confirmWithBank(state.orderToken)}
          onClose={() => placement.showBank(false)}
        />
      )}
    </>
  )

  function body() {
    if (!payable || !basket) {
      // A placement in progress needs no basket on screen.
      const isInProgress = state.phase !== 'ready' && state.phase !== 'refused'
      return isInProgress ? (
        <ResumedPlacement placement={placement} />
      ) : (
        <CheckoutUnavailable title={t('payment.title')} query={query} />
      )
    }
    // The details are missing (shared link or skipped step): send the guest to them first.
    if (!v.is(detailsSchema(handoffOf(basket.handoff)), { ...contact, ...vehicle }))
      return <Navigate to={paths.checkout} replace />
    return (
      <CheckoutFrame basket={basket} title={t('payment.title')}>
        {methods.error && !methods.data ? (
          <ErrorMessage text={wording(methods.error as ApiError)} onRetry={methods.refetch} />
        ) : (
          <PaymentForm
            basket={basket}
            contact={contact}
            vehicle={basket.handoff === handoffIds.curbside ? vehicle : undefined}
            methods={methods.data?.methods}
            placement={placement}
            onStale={query.refetch}
          />
        )}
      </CheckoutFrame>
    )
  }
}

/** Shown while an interrupted placement resumes. It has no input fields. */
function ResumedPlacement({ placement }: { placement: OrderPlacement }) {
  const { t } = useTranslation()
  return (
    <div className={`wrap ${styles.form}`}>
      <PageMeta title={t('payment.title')} preventIndexing />
      <h1 className={styles.alone}>{t('payment.underway')}</h1>
      {placement.state.phase === 'placing' && (
        <p className={styles.lead} role="status">
          {t('payment.underway-line')}
        </p>
      )}
      <PlacementNotice placement={placement} />
    </div>
  )
}
