/** A sign-up. `passkey`: it has no password, and a passkey follows the code. */
export interface PendingSignUp {
  signUp: string
  email: string
  passkey?: boolean
}

/** Steps that wait for a mailed code. Phones unload pages while their owner reads mail: these outlive a reload of the tab. */
interface Steps {
  signUp: PendingSignUp
  /** A change of the customer's address. */
  emailChange: { from: string; to: string }
}

export function pendingCode<Step extends keyof Steps>(step: Step): Steps[Step] | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(step) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function storePendingCode<Step extends keyof Steps>(step: Step, pending: Steps[Step]) {
  try {
    sessionStorage.setItem(step, JSON.stringify(pending))
  } catch {
    // Storage may be unavailable: then a reload forgets the step.
  }
}

export function forgetPendingCode(step: keyof Steps) {
  try {
    sessionStorage.removeItem(step)
  } catch {
    // Nothing was stored.
  }
}
