import { useTranslation } from 'react-i18next'
import type { ApiError } from '../api/errors'
import { useLoadErrorText } from '../api/useProblemText'
import { getAQuote } from '../market/categories'
import { hasPage } from '../market/paths'
import { useMarket, usePaths } from '../market/useMarket'
import { ErrorMessage } from '../ui/feedback/ErrorMessage'
import { ButtonLink } from '../ui/form/Button'
import { PageMeta } from '../ui/page/PageMeta'
import { isServerFault, isWrongCountry } from './basket'
import { useBasketAbroad } from './move/CartElsewhereNotice'

interface BasketLoadErrorProps {
  /** Title of the page. */
  title: string
  error: ApiError
  onRetry: () => void
}

/**
 * Page shown when the cart failed to load. For a cart in another country it has a link instead of a retry. After a server error it
 * links to Get A Quote (specification §8), in markets that have it.
 */
export function BasketLoadError({ title, error, onRetry }: BasketLoadErrorProps) {
  const { t } = useTranslation()
  const text = useLoadErrorText()(error)
  const elsewhere = useBasketAbroad()
  const paths = usePaths()
  const quotes = hasPage(useMarket(), 'getAQuote')
  return (
    <div className="wrap">
      <PageMeta title={title} preventIndexing />
      {isWrongCountry(error) ? (
        <ErrorMessage title={t('move.abroad-title')} text={elsewhere.reason}>
          <ButtonLink to={elsewhere.cart} reloadDocument>
            {t('move.abroad-back')}
          </ButtonLink>
        </ErrorMessage>
      ) : isServerFault(error) && quotes ? (
        <ErrorMessage title={t('cart.order-error')} text={text} onRetry={onRetry}>
          <ButtonLink tone="second" to={paths.page('getAQuote')}>
            {t('app.soon', { what: t(`app.soon-${getAQuote}`) })}
          </ButtonLink>
        </ErrorMessage>
      ) : (
        <ErrorMessage text={text} onRetry={onRetry} />
      )}
    </div>
  )
}
