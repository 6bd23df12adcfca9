import { type Basket, type TimeLeft, useListTimeslotsQuery } from '../../../api/generated'
import { defaultTime } from './timeslots'

/**
 * Returns the time that checkout preselects for a basket without one: null if none is available, undefined while loading. It is not
 * held yet.
 */
export function useDefaultTime({ orderId, hold }: Basket): TimeLeft | null | undefined {
  const { data, isError } = useListTimeslotsQuery({ orderId }, { skip: Boolean(hold) })
  if (hold || isError) return null
  return data && (defaultTime(data) ?? null)
}
