import * as v from 'valibot'
import type { HandoffType } from '../../market/handoff'
import { vehicleSchema } from '../../ui/form/VehicleFields'
import { isEmail, isPhone, isPostalCode, isZip } from './fieldFormats'
import { countryOf } from './regions'

/**
 * The forms of specification §3 with the rules of §5. The message of a rule is a key of the words. The server judges again
 * and has the last word; what it would take is not refused here.
 */
const text = (most: number, missing: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.maxLength(most, 'problem.field-too-long'))

const contactForm = v.object({
  firstName: text(80, 'problem.first-name-required'),
  lastName: text(80, 'problem.last-name-required'),
  email: v.pipe(text(254, 'problem.email-required'), v.check(isEmail, 'problem.email-invalid')),
  phone: v.pipe(text(40, 'problem.phone-required'), v.check(isPhone, 'problem.phone-invalid')),
})

const unasked = { make: v.string(), model: v.string(), colour: v.string() }

/** The details of an order: who it is for, and for curbside the car. */
export const detailsSchema = (handoff: HandoffType) =>
  v.object({ ...contactForm.entries, ...(handoff === 'curbside' ? vehicleSchema.entries : unasked) })

/**
 * The payment form: all five are required. What the last two are called depends on the restaurant's country; where the card is
 * at home, and so the form of its code, the state says.
 */
export const billingSchema = (country: string) => {
  const place = country === 'CA' ? 'ca' : 'us'
  return v.pipe(
    v.object({
      cardholder: text(120, 'payment.cardholder-required'),
      address: text(200, 'payment.address-required'),
      city: text(100, 'payment.city-required'),
      state: v.pipe(text(80, `payment.state-required-${place}`), v.check(isState, 'problem.state-invalid')),
      zip: text(16, `payment.zip-required-${place}`),
    }),
    v.forward(v.partialCheck([['state'], ['zip']], codeFits, 'problem.postal-code-invalid'), ['zip']),
  )
}

function isState(state: string): boolean {
  return countryOf(state) !== undefined
}

function codeFits({ state, zip }: { state: string; zip: string }): boolean {
  const country = countryOf(state)
  return (country !== 'CA' && isZip(zip)) || (country !== 'US' && isPostalCode(zip))
}

/** The most characters of each field, for the words of the rule. */
export const maxLengths: Readonly<Record<string, number>> = {
  firstName: 80,
  lastName: 80,
  email: 254,
  phone: 40,
  cardholder: 120,
  address: 200,
  city: 100,
  state: 80,
  zip: 16,
}
