import { useHoliday } from '../../api/holiday'

/** Polls for holiday orders once the guest has opened the menu. */
export function HolidaySubscription() {
  useHoliday()
  return null
}
