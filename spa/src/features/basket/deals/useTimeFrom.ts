import type { ApiError } from '../../../api/errors'
import { type Basket, generated, type TimeLeft } from '../../../api/generated'

/** Returns a function that finds a basket's first free time from an instant, on its day. Rejects with an ApiError. */
export function useTimeFrom({ orderId, store: location }: Basket) {
  const [look] = generated.endpoints.listTimeslots.useLazyQuery()
  return async (from: string): Promise<TimeLeft> => {
    // Sweden writes dates as the API does: 2026-11-24.
    const date = new Date(from).toLocaleDateString('sv', { timeZone: location.timeZone })
    const { day } = await look({ orderId, date }).unwrap()
    const found = day.slots.find(({ start, full }) => !full && Date.parse(start) >= Date.parse(from))
    if (!found) throw noTimeLeft
    return found
  }
}

const noTimeLeft: ApiError = {
  name: 'API Error',
  status: 409,
  message: '',
  problem: { code: 'timeslot-unavailable', message: '', errors: [] },
}
