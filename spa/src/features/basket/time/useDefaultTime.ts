import { type Basket, type TimeLeft, useListTimeslotsQuery } from '../../../api/generated'
import { defaultTime } from './timeslots'

/** Returns the preselected time of a basket without one, not held yet: null if none is available, undefined while loading. */
export function useDefaultTime({ orderId, hold }: Basket): TimeLeft | null | undefined {
  const { data, isError } = useListTimeslotsQuery({ orderId }, { skip: Boolean(hold) })
  if (hold || isError) return null
  return data && (defaultTime(data) ?? null)
}
