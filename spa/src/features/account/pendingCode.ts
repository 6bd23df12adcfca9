import { readTab, writeTab } from '../../market/tabStorage'

/** A sign-up. `passkey`: it has no password, and a passkey follows the code. */
export interface PendingSignUp {
  signUp: string
  email: string
  passkey?: boolean
}

/** Steps that wait for a mailed code. */
interface Steps {
  signUp: PendingSignUp
  /** A change of the customer's address. */
  emailChange: { from: string; to: string }
}

export const pendingCode = <Step extends keyof Steps>(step: Step) => readTab<Steps[Step]>(step)

/** Stores a step, or forgets it. */
export const storePendingCode = <Step extends keyof Steps>(step: Step, pending?: Steps[Step]) =>
  writeTab(step, pending)
