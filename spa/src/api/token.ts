import { readStored, writeStored } from '../market/storedChoices'

/**
 * Returns the bearer token of a signed-in guest. Other stored values are ignored: they could make an invalid header and fail every
 * request.
 */
export function token(): string | null {
  const found = readStored('jwt_token')
  return found && /^[\w.~+/-]+=*$/.test(found) ? found : null
}

export const forgetToken = () => writeStored('jwt_token', null)
