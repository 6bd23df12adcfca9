import { useHoliday } from '../../api/holiday'

/** Asks whether holiday orders are taken, from when the guest looks at the menu. */
export function HolidaySubscription() {
  useHoliday()
  return null
}
