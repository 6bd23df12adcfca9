import type { Basket, HoldInputBody, Line, NewLine } from '../../api/generated'
import { useChangeQueue } from '../../basket/changeQueue'
import { useRewards } from '../../basket/rewards'
import { useBasketChanges } from '../../basket/useBasketChanges'

/** Changes to a basket. Each resolves with the server's updated basket or rejects with an ApiError. */
export function useBasketActions(basket: Basket) {
  const { change, settled, pending } = useChangeQueue(basket)
  const changes = useBasketChanges()
  const rewards = useRewards(change)
  return {
    pending,
    settled,
    changeQuantity: (line: Line, by: number, key?: string) => change(changes.changeQuantity(line, by), key),
    remove: (line: Line) => change(changes.remove(line.lineId)),
    add: (line: NewLine) => change(changes.add(line)),
    accept: () => change(changes.accept()),
    setCutlery: (cutlery: boolean) => change(changes.setCutlery(cutlery)),
    setInstructions: (instructions: string) => change(changes.setInstructions(instructions)),
    setTip: (tip: NonNullable<Basket['tip']>) => change(changes.setTip(tip)),
    chooseDeals: (ids: string[]) => change(changes.chooseDeals(ids)),
    applyCoupon: (code: string) => change(changes.applyCoupon(code)),
    removeCoupon: (code: string) => change(changes.removeCoupon(code)),
    rewards,
    hold: (time: HoldInputBody) => change(changes.hold(time)),
  }
}

export type BasketActions = ReturnType<typeof useBasketActions>
