import { useEffect } from 'react'
import { serverNow } from '../time/clock'
import type { ApiError } from './errors'
import { type Check, useCheckHolidayQuery } from './generated'

/** Polling interval in milliseconds. A change is visible within a minute, including five seconds of caching by the API. */
const every = 50_000

/**
 * useHoliday reports whether the brand takes holiday orders now (isHoliday of specification §3). It polls while the page is open, and
 * only in the holiday season. A failed check is logged and counts as no holiday (§7).
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

/** Season: 15 September to 15 January, plus one day at each end for time zone differences. */
function inSeason(now: Date): boolean {
  const day = (now.getMonth() + 1) * 100 + now.getDate()
  return day >= 914 || day <= 116
}
