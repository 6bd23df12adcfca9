import type { Basket } from '../../api/generated'
import { useChangeQueue } from '../../basket/changeQueue'
import { useRewards } from '../../basket/rewards'
import { useSentChanges } from '../../basket/useBasketChanges'

/** Changes to a basket. Each resolves with the server's updated basket or rejects with an ApiError. */
export function useBasketActions(basket: Basket) {
  const { change, settled, pending } = useChangeQueue(basket)
  return { ...useSentChanges(change), rewards: useRewards(change), settled, pending }
}

export type BasketActions = ReturnType<typeof useBasketActions>
