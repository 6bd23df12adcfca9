import { readStored } from '../market/storedChoices'

/** Returns a signed-in guest's bearer token. Ignores other stored values, which could make an invalid header and fail every request. */
export function token(): string | null {
  const found = readStored('jwt_token')
  return found && /^[\w.~+/-]+=*$/.test(found) ? found : null
}

/** Who is signed in on this browser; `token` is null for a guest. */
export interface Session {
  token: string | null
  /** When the token expires, in milliseconds. */
  expiry: number
  /** The stored `loggedInUser`: see parseUser. */
  user: string | null
}

/** Returns the stored session. The slice `session` holds a copy of it. */
export const readSession = (): Session => ({
  token: token(),
  expiry: Number(readStored('jwt_token_expiry')),
  user: readStored('loggedInUser'),
})

/** Window event: this tab stored or forgot a token. Other tabs get the browser's event `storage`. */
export const tokenChanged = 'token'
