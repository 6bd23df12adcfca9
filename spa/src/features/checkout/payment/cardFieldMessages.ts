/**
 * Messages between the payment page and the card field in its frame. The field is the sandbox's
 * (infra/local/simulators/payments/field.js) or pay/card.ts, which embeds Stripe's inputs.
 */
export type CardFieldEvent =
  /** Sent once, when the field is usable. */
  | { type: 'card-field:ready' }
  /** Required height in px, sent at each change. */
  | { type: 'card-field:height'; height: number }
  /** Sent after each input. */
  | { type: 'card-field:change'; complete: boolean; error?: CardError; brand?: string }
  /** Enter was pressed in the field. */
  | { type: 'card-field:submit' }
  /** Success of the "tokenize" with this request number. The id identifies the card to the server. */
  | { type: 'card-field:token'; request: number; id: string; brand: string; lastFour: string }
  /** Failure of "tokenize": the field shows the error and has the focus. */
  | { type: 'card-field:error'; request: number; error: CardError }

export type CardFieldCommand =
  /** Show the errors without moving the focus. */
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

/** Message that pay/back.ts sends in the payment page's frame when the bank's page is finished. */
export interface BankReturn {
  type: 'authentication:done'
}
