import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'

/** Shown while the basket is being paid: it cannot change until the payment has a result. */
export function PaymentInProgress() {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <div className="wrap">
      <PageMeta title={t('cart.title')} preventIndexing />
      <ErrorMessage title={t('cart.placing')} text={t('cart.placing-line')}>
        <ButtonLink to={paths.payment}>{t('cart.to-payment')}</ButtonLink>
      </ErrorMessage>
    </div>
  )
}
