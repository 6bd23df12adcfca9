/** Opening state of a location at the time of the response; both instants are UTC. */
export interface Opening {
  state: 'open' | 'closed' | 'by-appointment'
  closesAt?: string
  /** Next opening time, if it ever closes. */
  opensAt?: string
}

/** Status of a location at `now`, derived from the response: its instants tell when the state changes. */
export type OpenStatus =
  | { state: 'open'; closesAt?: string }
  /** Closes soon. */
  | { state: 'closing'; minutes: number }
  | { state: 'closed'; opensAt?: string }
  | { state: 'by-appointment' }

/** Minutes before closing at which the status becomes "closing". */
const closingMinutes = 30

export function openStatusAt({ state, closesAt, opensAt }: Opening, now: Date): OpenStatus {
  if (state === 'by-appointment') return { state }
  const before = (instant?: string) => instant !== undefined && now < new Date(instant)
  const open = state === 'open' ? !closesAt || before(closesAt) : opensAt !== undefined && !before(opensAt)
  if (!open) return { state: 'closed', opensAt: before(opensAt) ? opensAt : undefined }
  if (state !== 'open' || !closesAt) return { state: 'open' } // it has opened since; the closing time is unknown
  const minutes = Math.ceil((Date.parse(closesAt) - now.getTime()) / 60_000)
  return minutes <= closingMinutes ? { state: 'closing', minutes } : { state: 'open', closesAt }
}
