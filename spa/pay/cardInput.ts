import type { StripeCardNumberElement } from '@stripe/stripe-js'
import type { CardError } from '../src/features/checkout/payment/cardFieldMessages'
import field from '../src/ui/form/Field.module.css'
import { text } from './frameDocument'

export const names = ['number', 'expiry', 'code'] as const
export type Name = (typeof names)[number]

/** Maps Stripe's error codes (stripe.com/docs/error-codes) to the field and our error. */
export const fieldErrors: Record<string, [Name, CardError]> = {
  incomplete_number: ['number', 'number-incomplete'],
  invalid_number: ['number', 'number-invalid'],
  incorrect_number: ['number', 'number-invalid'],
  incomplete_expiry: ['expiry', 'expiry-incomplete'],
  invalid_expiry_month: ['expiry', 'expiry-invalid'],
  invalid_expiry_month_past: ['expiry', 'expiry-invalid'],
  invalid_expiry_year: ['expiry', 'expiry-invalid'],
  invalid_expiry_year_past: ['expiry', 'expiry-invalid'],
  incomplete_cvc: ['code', 'code-incomplete'],
  invalid_cvc: ['code', 'code-invalid'],
  incorrect_cvc: ['code', 'code-invalid'],
}

/** One of the three fields: a label, Stripe's input, and its error. */
export class CardInput {
  readonly name: Name
  /** The current error, shown or not. */
  error: CardError | undefined
  private readonly control = document.createElement('div')
  private readonly message = document.createElement('p')

  constructor(name: Name, form: HTMLFormElement) {
    this.name = name
    this.error = `${name}-incomplete`
    const label = document.createElement('label')
    label.className = field.label!
    label.htmlFor = this.control.id = name
    label.textContent = text(`card.${name}`)
    this.control.dataset.control = ''
    this.message.className = field.error!
    this.message.role = 'alert'
    this.message.hidden = true
    const box = document.createElement('div')
    box.className = field.field!
    box.dataset.part = name
    box.append(label, this.control, this.message)
    form.append(box)
  }

  /** Mounts Stripe's input; `changed` is called after each input. */
  mount(element: StripeCardNumberElement, changed: () => void) {
    element.mount(this.control)
    element.on('focus', () => this.control.toggleAttribute('data-focus', true))
    element.on('blur', () => {
      this.control.toggleAttribute('data-focus', false)
      this.show(this.error)
    })
    element.on('change', ({ complete, error }) => {
      this.error = complete
        ? undefined
        : ((error && fieldErrors[error.code]?.[1]) ?? `${this.name}-incomplete`)
      // Errors appear on blur; a corrected error disappears at once.
      if (!this.message.hidden) this.show(this.error)
      changed()
    })
  }

  show(error: CardError | undefined) {
    this.message.hidden = !error
    this.message.textContent = error ? text(`card.${error}`) : ''
    if (error) this.control.setAttribute('aria-invalid', 'true')
    else this.control.removeAttribute('aria-invalid')
  }
}
