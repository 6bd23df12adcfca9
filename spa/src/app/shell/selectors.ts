import type { api } from '../../api/api'
import { type Basket, generated, type Order, type OrderStatus } from '../../api/generated'
import { isHoliday } from '../../api/holiday'
import { selectPlaced, selectQuote } from '../../basket/basketSession'

/** The part of the store that the shell reads. */
export type State = Parameters<typeof selectQuote>[0] & {
  [generated.reducerPath]: ReturnType<typeof generated.reducer>
}

/** The same, with what the endpoints of the document keep in it. */
const cacheOf = (state: State) =>
  state as unknown as { [generated.reducerPath]: ReturnType<typeof generated.reducer> }

const { getBasket, getOrder, getOrderStatus, checkHoliday } = generated.endpoints

/** The basket of this browser, as far as it is known. */
export function selectBasket(state: State): Basket | undefined {
  const orderId = selectQuote(state)
  const basket = orderId ? getBasket.select({ orderId })(cacheOf(state)).data : undefined
  return basket?.state === 'placed' ? undefined : basket
}

/** The order that this browser placed last, as far as it is known. */
export function selectOrder(state: State): Order | undefined {
  const orderToken = selectPlaced(state)
  return orderToken ? getOrder.select({ orderToken })(cacheOf(state)).data : undefined
}

export function selectOrderStatus(state: State): OrderStatus | undefined {
  const order = selectOrder(state)
  return order && (getOrderStatus.select({ statusId: order.orderToken })(cacheOf(state)).data ?? order.status)
}

export const selectHoliday = (state: State) => isHoliday(checkHoliday.select({})(cacheOf(state)).data)
