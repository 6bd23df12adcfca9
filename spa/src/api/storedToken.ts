import { readStored, writeStored } from '../market/storedChoices'
import { serverNow } from '../time/clock'
import { parseUser } from './firstName'
import { tokenChanged } from './token'

/** Reports whether the token expires within half a minute, so that a call with it could be refused. */
export function tokenExpires(): boolean {
  return Number(readStored('jwt_token_expiry') ?? 0) < serverNow().getTime() + 30_000
}

/** Stores an access token until `expires`, an ISO time, with its customer's first name. */
export function storeToken(value: string, expires: string, firstName: string) {
  writeStored('jwt_token', value)
  writeStored('jwt_token_expiry', String(Date.parse(expires)))
  writeStored('loggedInUser', JSON.stringify({ ...parseUser(readStored('loggedInUser')), firstName }))
  dispatchEvent(new Event(tokenChanged))
}

export function forgetToken() {
  for (const name of ['jwt_token', 'jwt_token_expiry', 'loggedInUser']) writeStored(name, null)
  dispatchEvent(new Event(tokenChanged))
}
