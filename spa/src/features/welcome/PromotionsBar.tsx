import { useState } from 'react'
import { usePromosQuery } from '../../api/content'
import { choose } from '../../market/choices'
import { shownIn, wayTo } from '../../market/navigation'
import { useMarket } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { Banner } from './Banner'

/** The brand's first promotion in this market, until the guest has read it: for a week, then. */
export function PromotionsBar() {
  const market = useMarket()
  const [hidden, setHidden] = useState(false)
  const { data } = usePromosQuery({ locale: market.locale })
  const [promo] = shownIn(market, data)
  if (hidden || !promo) return null
  const way = promo.cta && wayTo(market, promo.cta)
  return (
    <Banner
      title={promo.title}
      tone="yellow"
      onClose={() => {
        choose('hidePromotionsBar')
        setHidden(true)
      }}
      action={
        way && (
          <ButtonLink small to={way.href} reloadDocument={way.leaves}>
            {promo.cta?.label}
          </ButtonLink>
        )
      }
    >
      <p>{promo.text}</p>
    </Banner>
  )
}
