import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Promo } from '../../api/content'
import { brand } from '../../brand/brand'
import { choose, chosen } from '../../market/choices'
import { hasPage } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import { later } from '../../ui/later'
import { Slip } from './Slip'

const Promotions = later(async () => (await import('./Promotions')).Promotions)

/** The brand's first promotion in this market, until the guest has read it: for a week, then. */
export function PromotionsBar() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const [hidden, setHidden] = useState(() => chosen('hidePromotionsBar') !== null)
  const [promo, setPromo] = useState<Promo>()
  if (hidden || !brand.promoBanner || !hasPage(market, 'deals')) return null
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
            <ButtonLink small to={paths.page('deals')}>
              {t('welcome.deals')}
            </ButtonLink>
          }
        >
          <p>{promo.text}</p>
        </Slip>
      )}
    </>
  )
}
