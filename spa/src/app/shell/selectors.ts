import type { api } from '../../api/api'
import { type Basket, generated, type Order, type OrderStatus } from '../../api/generated'
import { isHoliday } from '../../api/holiday'
import { orderAction } from '../../api/useLatestOrder'
import { selectPlaced, selectQuote } from '../../basket/basketSession'
import { formatAmount } from '../../money/money'

/** The part of the store that the shell reads. */
export type State = Parameters<typeof selectQuote>[0] & { [api.reducerPath]: ReturnType<typeof api.reducer> }

/** The same store, with the endpoints of the generated client in its type. */
type Cache = { [generated.reducerPath]: ReturnType<typeof generated.reducer> }
const cacheOf = (state: State) => state as unknown as Cache

const { getBasket, getOrder, getOrderStatus, checkHoliday } = generated.endpoints

/** Returns the cached basket of this browser. */
export function selectBasket(state: State): Basket | undefined {
  const orderId = selectQuote(state)
  const basket = orderId ? getBasket.select({ orderId })(cacheOf(state)).data : undefined
  return basket?.state === 'placed' ? undefined : basket
}

export const selectCount = (state: State) => selectBasket(state)?.count ?? 0

/** Returns the formatted total; undefined if the basket is empty. */
export function selectTotal(state: State, lang: string): string | undefined {
  const basket = selectBasket(state)
  return basket && basket.count > 0 ? formatAmount(basket.totals.total, lang) : undefined
}

/** Returns the cached last order of this browser. */
export function selectOrder(state: State): Order | undefined {
  const orderToken = selectPlaced(state)
  return orderToken ? getOrder.select({ orderToken })(cacheOf(state)).data : undefined
}

export function selectOrderStatus(state: State): OrderStatus | undefined {
  const order = selectOrder(state)
  if (!order) return undefined
  return getOrderStatus.select({ statusId: order.orderToken })(cacheOf(state)).data ?? order.status
}

/** Returns whether that order can be tracked or ordered again. */
export function selectOrderAction(state: State) {
  const status = selectOrderStatus(state)
  return status && orderAction(status)
}

export const selectHoliday = (state: State) => isHoliday(checkHoliday.select({})(cacheOf(state)).data)
