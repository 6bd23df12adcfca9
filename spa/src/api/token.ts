import { readStored, writeStored } from '../market/storedChoices'

/** Returns a signed-in guest's bearer token. Ignores other stored values, which could make an invalid header and fail every request. */
export function token(): string | null {
  const found = readStored('jwt_token')
  return found && /^[\w.~+/-]+=*$/.test(found) ? found : null
}

export const forgetToken = () => writeStored('jwt_token', null)
