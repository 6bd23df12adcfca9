import type { DayAhead, ListTimeslotsApiResponse, TimeLeft } from '../../../api/generated'

/** Number of times offered beside the earliest. */
const nextCount = 3

/** Returns the earliest free time and the next ones of its day. "As soon as possible" is offered only if the location serves now. */
export function offeredTimes({ asap, day }: Pick<ListTimeslotsApiResponse, 'asap' | 'day'>): {
  first?: TimeLeft
  next: TimeLeft[]
} {
  const free = day.slots.filter((slot) => !slot.full && slot.start !== asap?.start)
  if (asap) return { first: { ...asap, asap: true }, next: free.slice(0, nextCount) }
  return { first: free[0], next: free.slice(1, nextCount + 1) }
}

/** Returns the earliest offered time at which every item of the basket is available. */
export function defaultTime(times: Parameters<typeof offeredTimes>[0]): TimeLeft | undefined {
  const { first, next } = offeredTimes(times)
  return [first, ...next].find((time) => time && !time.changes)
}

/** Returns the body of the hold request for a time. */
export const holdRequest = ({ asap, start }: TimeLeft) => (asap ? ({ asap: true } as const) : { start })

/** Returns the next day after this date that has times. */
export function nextOpenDay(days: readonly DayAhead[], date: string): string | undefined {
  return days.find((day) => day.date > date && !day.closed)?.date
}
