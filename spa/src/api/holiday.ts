import { useEffect } from 'react'
import { serverNow } from '../time/clock'
import type { ApiError } from './errors'
import { type Check, useCheckHolidayQuery } from './generated'

/** How often the page asks: what the scheduled job sets is seen within a minute, of which the check may answer out of its memory for five seconds. */
const every = 50_000

/**
 * Whether holiday orders are taken now (isHoliday of specification §3), for the brand: asked while the page that wants to know is open, in
 * the part of the year that has holidays. A failed check is logged and means no holiday (§7).
 */
export function useHoliday(): boolean {
  const { data, error } = useCheckHolidayQuery({}, { skip: !inSeason(serverNow()), pollingInterval: every })
  useEffect(() => {
    if (error) console.warn('holiday check failed', (error as ApiError).status)
  }, [error])
  return isHoliday(data)
}

export const isHoliday = (check: Check | undefined) =>
  !!check && (check.isHolidayPeriod || check.isPreorderPeriod)

/** 15 September to 15 January, and a day on either side: where the restaurants are it may be the day before or after. */
function inSeason(now: Date): boolean {
  const day = (now.getMonth() + 1) * 100 + now.getDate()
  return day >= 914 || day <= 116
}
