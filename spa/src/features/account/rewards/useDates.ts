import { useState } from 'react'
import { useMarket } from '../../../market/useMarket'
import { formatDate } from '../../../time/time'

/** Returns functions that format instants as dates in the time zone of the customer's device. */
export function useDates() {
  const { lang } = useMarket()
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  return {
    dateOf: (instant: string) => formatDate(instant, zone, lang),
    /** Formats the last day before an end. If the end is midnight, that is the day before. */
    lastDayOf: (end: string) => formatDate(new Date(Date.parse(end) - 1), zone, lang),
  }
}
