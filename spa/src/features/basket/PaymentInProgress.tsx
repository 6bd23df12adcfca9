import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'

/** The cart is being paid: until that is decided nothing in it can change. */
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
