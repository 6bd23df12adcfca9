import { Suspense, useState } from 'react'
import type { Promo } from '../../api/content'
import { brand } from '../../brand/brand'
import { choose, chosen } from '../../market/choices'
import { wayTo } from '../../market/navigation'
import { hasPage } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import { later } from '../../ui/later'
import { Slip } from './Slip'

const Promotions = later(async () => (await import('./Promotions')).Promotions)

/** The brand's first promotion in this market, until the guest has read it: for a week, then. */
export function PromotionsBar() {
  const market = useMarket()
  const [hidden, setHidden] = useState(() => chosen('hidePromotionsBar') !== null)
  const [promo, setPromo] = useState<Promo>()
  if (hidden || !brand.promoBanner || !hasPage(market, 'deals')) return null
  const way = promo?.cta && wayTo(market, promo.cta)
  return (
    <>
      <Suspense>
        <Promotions onPromo={setPromo} />
      </Suspense>
      {promo && (
        <Slip
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
        </Slip>
      )}
    </>
  )
}
