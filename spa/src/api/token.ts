import { readStored, writeStored } from '../market/storedChoices'

/** The bearer token of a signed-in guest. Anything else in its place would make a header that no call can be sent with. */
export function token(): string | null {
  const found = readStored('jwt_token')
  return found && /^[\w.~+/-]+=*$/.test(found) ? found : null
}

export const forgetToken = () => writeStored('jwt_token', null)
