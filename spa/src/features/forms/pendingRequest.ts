/** A privacy request that waits for its mailed code. Phones unload pages while their owner reads mail: it outlives a reload of the tab. */
export interface PendingRequest {
  id: string
  email: string
}

const key = 'form-ccpa-code'

export function storedRequest(): PendingRequest | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function storeRequest(pending: PendingRequest | undefined) {
  try {
    if (pending) sessionStorage.setItem(key, JSON.stringify(pending))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage may be unavailable: then a reload forgets the step.
  }
}
