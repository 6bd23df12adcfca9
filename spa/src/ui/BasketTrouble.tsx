import { useTranslation } from 'react-i18next'
import { ButtonLink } from './Button'
import { useCartAbroad } from './CartElsewhere'
import { PageMeta } from './PageMeta'
import { Trouble } from './Trouble'

interface BasketTroubleProps {
  /** Of the page. */
  title: string
  /** Why the cart could not be read. */
  text: string
  /** It is in another country. */
  abroad: boolean
  onRetry: () => void
}

/** A page of the cart that could not read it; one that is in another country is not read again, but led to. */
export function BasketTrouble({ title, text, abroad, onRetry }: BasketTroubleProps) {
  const { t } = useTranslation()
  const elsewhere = useCartAbroad()
  return (
    <div className="wrap">
      <PageMeta title={title} preventIndexing />
      {abroad ? (
        <Trouble title={t('move.abroad-title')} text={elsewhere.reason}>
          <ButtonLink to={elsewhere.cart} reloadDocument>
            {t('move.abroad-back')}
          </ButtonLink>
        </Trouble>
      ) : (
        <Trouble text={text} onRetry={onRetry} />
      )}
    </div>
  )
}
