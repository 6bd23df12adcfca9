import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePromosQuery } from '../../api/content'
import { useDeals } from '../../api/useDeals'
import { resolveLink, shownIn } from '../../market/navigation'
import { storeChoice } from '../../market/storedChoices'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { Banner } from './Banner'

/** The first deal that runs now, else the market's first promotion of the content. Closing it hides it for a week. */
export function PromotionsBar() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const [hidden, setHidden] = useState(false)
  const { deals, isLoading } = useDeals()
  const { data } = usePromosQuery({ locale: market.locale })
  const deal = deals.find(({ runsNow }) => runsNow)
  const [promo] = shownIn(market, data)
  if (hidden || isLoading || !(deal ?? promo)) return null
  const link = deal
    ? { href: paths.page('deals'), label: t('dealbar.see'), needsPageLoad: false }
    : promo?.cta && { ...resolveLink(market, promo.cta), label: promo.cta.label }
  return (
    <Banner
      title={deal?.label ?? promo!.title}
      tone="yellow"
      onClose={() => {
        storeChoice('hidePromotionsBar')
        setHidden(true)
      }}
      action={
        link && (
          <ButtonLink small to={link.href} reloadDocument={link.needsPageLoad}>
            {link.label}
          </ButtonLink>
        )
      }
    >
      <p>{deal?.text ?? promo!.text}</p>
    </Banner>
  )
}
