import { formatDate } from '../../../time/time'

/** Formats the last day before an end. If the end is midnight, that is the day before. */
export const lastDay = (end: string, zone: string, lang: string) =>
  formatDate(new Date(Date.parse(end) - 1), zone, lang)
