import { useEffect } from 'react'
import type { Basket } from '../../api/generated'
import { useBasket } from '../../basket/basket'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'

/** What the shell says of a basket. */
export interface InHand {
  count: number
  /** In words; empty while there is nothing in it. */
  total?: string
  store: Basket['store']
  handoff: number
}

/** Tells the shell of the basket that this browser began. Its code comes only to a guest who has one. */
export function Carried({ onBasket }: { onBasket: (basket: InHand | undefined) => void }) {
  const { basket } = useBasket()
  const { lang } = useMarket()
  useEffect(() => {
    if (!basket) return onBasket(undefined)
    const { count, totals, store, handoff } = basket
    onBasket({ count, total: count > 0 ? formatAmount(totals.total, lang) : undefined, store, handoff })
  }, [basket, lang, onBasket])
  return null
}
