import {
  type Basket,
  type Line,
  type NewLine,
  useAddLineMutation,
  useChangeLineMutation,
  useHoldTimeslotMutation,
  useRemoveLineMutation,
  useUpdateBasketMutation,
} from '../../api/generated'
import { versionOf } from '../../basket/basket'
import { useBasketTurn } from '../../basket/basketTurn'

/** What a guest can change of the cart. Every change resolves with the basket as the server has it then, or with an ApiError. */
export function useCart(basket: Basket) {
  const { change, settled, pending } = useBasketTurn(basket)
  const [changeLine] = useChangeLineMutation()
  const [removeLine] = useRemoveLineMutation()
  const [addLine] = useAddLineMutation()
  const [update] = useUpdateBasketMutation()
  const [hold] = useHoldTimeslotMutation()

  const head = (of: Basket, key: string) => ({ 'If-Match': versionOf(of), 'Idempotency-Key': key })

  return {
    pending,
    settled,

    /** `by` is what the guest added or took away: on a line that was changed elsewhere meanwhile it is done again. */
    changeQuantity: (line: Line, by: number, key?: string) =>
      change(
        (of, key) => {
          const now = of.lines.find(({ lineId }) => lineId === line.lineId)
          return changeLine({
            ...head(of, key),
            lineId: line.lineId,
            changeInputBody: { orderId: of.orderId, quantity: within(line, (now ?? line).quantity + by) },
          }).unwrap()
        },
        true,
        key,
      ),

    remove: (line: Line) =>
      change(
        (of, key) => removeLine({ ...head(of, key), lineId: line.lineId, orderId: of.orderId }).unwrap(),
        true,
      ),

    /** Adds a dish; or a removed line again, as it was. */
    add: ({ itemId, quantity, choices, instructions }: NewLine) =>
      change(
        (of, key) =>
          addLine({
            ...head(of, key),
            addInputBody: { orderId: of.orderId, itemId, quantity, choices, instructions },
          }).unwrap(),
        true,
      ),

    /** Takes over the changes that the guest has seen; others, which came meanwhile, are refused. */
    accept: () =>
      change((of, key) =>
        update({
          ...head(of, key),
          orderId: of.orderId,
          updateInputBody: { acceptChanges: true },
        }).unwrap(),
      ),

    setCutlery: (cutlery: boolean) =>
      change(
        (of, key) => update({ ...head(of, key), orderId: of.orderId, updateInputBody: { cutlery } }).unwrap(),
        true,
      ),

    setInstructions: (instructions: string) =>
      change((of, key) =>
        update({ ...head(of, key), orderId: of.orderId, updateInputBody: { instructions } }).unwrap(),
      ),

    setTip: (tip: NonNullable<Basket['tip']>) =>
      change((of, key) =>
        update({ ...head(of, key), orderId: of.orderId, updateInputBody: { tip } }).unwrap(),
      ),

    /** Holds a time, or the earliest free one. */
    hold: (time: { start: string } | { asap: true }) =>
      change(
        (of, key) => hold({ ...head(of, key), orderId: of.orderId, holdInputBody: time }).unwrap(),
        true,
      ),
  }
}

export type Cart = ReturnType<typeof useCart>

function within({ minimum, maximum }: Line, quantity: number): number {
  return Math.max(minimum, Math.min(maximum, quantity))
}
