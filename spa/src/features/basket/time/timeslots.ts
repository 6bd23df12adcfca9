import type { DayAhead, ListTimeslotsApiResponse, TimeLeft } from '../../../api/generated'

/** How many times are offered beside the soonest. */
const beside = 3

/** The soonest free time and the next ones of its day. Only a restaurant that serves now says "as soon as possible". */
export function offeredTimes({ asap, day }: Pick<ListTimeslotsApiResponse, 'asap' | 'day'>): {
  first?: TimeLeft
  next: TimeLeft[]
} {
  const free = day.slots.filter((slot) => !slot.full && slot.start !== asap?.start)
  if (asap) return { first: { ...asap, asap: true }, next: free.slice(0, beside) }
  return { first: free[0], next: free.slice(1, beside + 1) }
}

/** The earliest of the offered times at which everything in the basket can be had. */
export function defaultTime(times: Parameters<typeof offeredTimes>[0]): TimeLeft | undefined {
  const { first, next } = offeredTimes(times)
  return [first, ...next].find((time) => time && !time.changes)
}

/** What to hold for a time. */
export const holdRequest = ({ asap, start }: TimeLeft) => (asap ? ({ asap: true } as const) : { start })

/** The next day after this one that has times. */
export function nextOpenDay(days: readonly DayAhead[], date: string): string | undefined {
  return days.find((day) => day.date > date && !day.closed)?.date
}
