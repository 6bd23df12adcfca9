import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePromosQuery } from '../../api/content'
import { brand } from '../../brand/brand'
import { choose, chosen } from '../../market/choices'
import { shownIn } from '../../market/navigation'
import { hasPage } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import { Slip } from './Slip'

/** The brand's first promotion in this market, until the guest has read it: for a week, then. */
export function PromotionsBar() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const [hidden, setHidden] = useState(() => chosen('hidePromotionsBar') !== null)
  const off = hidden || !brand.promoBanner || !hasPage(market, 'deals')
  const { data } = usePromosQuery({ locale: market.locale }, { skip: off })
  const promo = shownIn(market, data)[0]
  if (off || !promo) return null
  return (
    <Slip
      title={promo.title}
      tone="yellow"
      onClose={() => {
        choose('hidePromotionsBar')
        setHidden(true)
      }}
      action={
        <ButtonLink small to={paths.page('deals')}>
          {t('welcome.deals')}
        </ButtonLink>
      }
    >
      <p>{promo.text}</p>
    </Slip>
  )
}
