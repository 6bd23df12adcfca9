import type { Session } from './token'

// In a file of its own: the first page does without it.

/** What is known of the signed-in customer without a call (specification §3). Points come with the profile. */
export function parseUser(stored: string | null): { firstName?: string; spendablePoints?: number } {
  try {
    return JSON.parse(stored ?? '{}')
  } catch {
    return {}
  }
}

/** Returns the points that the customer can spend, as last known; undefined before the first answer. */
export const selectPoints = (state: { session: Session }) => parseUser(state.session.user).spendablePoints

export const selectFirstName = (state: { session: Session }) => parseUser(state.session.user).firstName
