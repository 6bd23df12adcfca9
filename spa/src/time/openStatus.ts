/** The opening state of a restaurant as it was asked; both instants UTC. */
export interface Opening {
  state: 'open' | 'closed' | 'by-appointment'
  closesAt?: string
  /** When it opens next, if it closes at all. */
  opensAt?: string
}

/** How a restaurant stands at `now`, of what was computed when it was asked: the instants say when that flips. */
export type OpenStatus =
  | { state: 'open'; closesAt?: string }
  /** It closes so soon that the minutes count. */
  | { state: 'closing'; minutes: number }
  | { state: 'closed'; opensAt?: string }
  | { state: 'by-appointment' }

/** From so many minutes before it closes a guest should hurry. */
const soon = 30

export function openStatusAt({ state, closesAt, opensAt }: Opening, now: Date): OpenStatus {
  if (state === 'by-appointment') return { state }
  const before = (instant?: string) => instant !== undefined && now < new Date(instant)
  const open = state === 'open' ? !closesAt || before(closesAt) : opensAt !== undefined && !before(opensAt)
  if (!open) return { state: 'closed', opensAt: before(opensAt) ? opensAt : undefined }
  if (state !== 'open' || !closesAt) return { state: 'open' } // it has opened meanwhile: until when was not asked
  const minutes = Math.ceil((Date.parse(closesAt) - now.getTime()) / 60_000)
  return minutes <= soon ? { state: 'closing', minutes } : { state: 'open', closesAt }
}
