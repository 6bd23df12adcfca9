import { useState } from 'react'
import { usePromosQuery } from '../../api/content'
import { resolveLink, shownIn } from '../../market/navigation'
import { storeChoice } from '../../market/storedChoices'
import { useMarket } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { Banner } from './Banner'

/** The market's first promotion. Closing it hides it for a week. */
export function PromotionsBar() {
  const market = useMarket()
  const [hidden, setHidden] = useState(false)
  const { data } = usePromosQuery({ locale: market.locale })
  const [promo] = shownIn(market, data)
  if (hidden || !promo) return null
  const link = promo.cta && resolveLink(market, promo.cta)
  return (
    <Banner
      title={promo.title}
      tone="yellow"
      onClose={() => {
        storeChoice('hidePromotionsBar')
        setHidden(true)
      }}
      action={
        link && (
          <ButtonLink small to={link.href} reloadDocument={link.needsPageLoad}>
            {promo.cta?.label}
          </ButtonLink>
        )
      }
    >
      <p>{promo.text}</p>
    </Banner>
  )
}
