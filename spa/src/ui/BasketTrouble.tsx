import { useTranslation } from 'react-i18next'
import { isAbroad } from '../api/basket'
import type { ApiError } from '../api/errors'
import { useUnreadText } from '../api/useProblemText'
import { ButtonLink } from './Button'
import { useCartAbroad } from './CartElsewhere'
import { PageMeta } from './PageMeta'
import { Trouble } from './Trouble'

interface BasketTroubleProps {
  /** Of the page. */
  title: string
  error: ApiError
  onRetry: () => void
}

/** A page of the cart that could not read it; one that is in another country is not read again, but led to. */
export function BasketTrouble({ title, error, onRetry }: BasketTroubleProps) {
  const { t } = useTranslation()
  const wording = useUnreadText()
  const elsewhere = useCartAbroad()
  return (
    <div className="wrap">
      <PageMeta title={title} preventIndexing />
      {isAbroad(error) ? (
        <Trouble title={t('move.abroad-title')} text={elsewhere.reason}>
          <ButtonLink to={elsewhere.cart} reloadDocument>
            {t('move.abroad-back')}
          </ButtonLink>
        </Trouble>
      ) : (
        <Trouble text={wording(error)} onRetry={onRetry} />
      )}
    </div>
  )
}
