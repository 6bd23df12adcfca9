import { useEffect } from 'react'
import { useBasket } from '../api/basket'
import type { Basket } from '../api/generated'

/** Tells the shell of the basket that this browser began. Its code comes only to a guest who has one. */
export function Carried({ onBasket }: { onBasket: (basket: Basket | undefined) => void }) {
  const { basket } = useBasket()
  useEffect(() => onBasket(basket), [basket, onBasket])
  return null
}
