import { type Basket, type TimeLeft, useListTimeslotsQuery } from '../../../api/generated'
import { defaultTime } from './timeslots'

/** The time that a basket without one gets at checkout: null when there is none, undefined until it is known. Nothing is held before. */
export function useDefaultTime({ orderId, hold }: Basket): TimeLeft | null | undefined {
  const { data, isError } = useListTimeslotsQuery({ orderId }, { skip: Boolean(hold) })
  if (hold || isError) return null
  return data && (defaultTime(data) ?? null)
}
