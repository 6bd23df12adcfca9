/**
 * What the payment page and the card field in its frame say to each other. The field is the provider's: the sandbox's own
 * (infra/local/simulators/payments/page/field.js), or pay/card.ts, which puts Stripe's inputs in the same place.
 */
export type CardFieldEvent =
  /** Once, when it can be used. */
  | { type: 'card-field:ready' }
  /** The px that it needs, whenever that changes. */
  | { type: 'card-field:height'; height: number }
  /** After each change of what is typed. */
  | { type: 'card-field:change'; complete: boolean; error?: CardError; brand?: string }
  /** Enter was pressed in it. */
  | { type: 'card-field:submit' }
  /** The answer to the "tokenize" of this number: the id names the card to the server. */
  | { type: 'card-field:token'; request: number; id: string; brand: string; lastFour: string }
  /** The other answer: the field shows what is wrong and has the focus. */
  | { type: 'card-field:error'; request: number; error: CardError }

export type CardFieldCommand =
  /** What is wrong shows, and the focus stays where it is. */
  | { type: 'card-field:check' }
  | { type: 'card-field:tokenize'; request: number; billing: CardBilling }
  | { type: 'card-field:focus' }
  | { type: 'card-field:theme'; theme: 'light' | 'dark' }

export type CardError =
  | 'number-incomplete'
  | 'number-invalid'
  | 'expiry-incomplete'
  | 'expiry-invalid'
  | 'code-incomplete'
  | 'code-invalid'
  | 'unavailable'

export interface CardBilling {
  name: string
  line1: string
  city: string
  state: string
  postalCode: string
  country: string
}

/** What pay/back.ts says, in the frame of the payment page, when a bank has let its guest go. */
export interface BankReturn {
  type: 'authentication:done'
}
