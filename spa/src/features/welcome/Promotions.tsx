import { useEffect } from 'react'
import { type Promo, usePromosQuery } from '../../api/content'
import { shownIn } from '../../market/navigation'
import { useMarket } from '../../market/useMarket'

/** Tells the tray of the brand's first promotion in this market. Its code comes only to who has answered to the cookies. */
export function Promotions({ onPromo }: { onPromo: (promo: Promo | undefined) => void }) {
  const market = useMarket()
  const { data } = usePromosQuery({ locale: market.locale })
  const [promo] = shownIn(market, data)
  useEffect(() => onPromo(promo), [promo, onPromo])
  return null
}
