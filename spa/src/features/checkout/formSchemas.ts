import * as v from 'valibot'
import type { HandoffType } from '../../market/handoff'
import { vehicleSchema } from '../../ui/form/VehicleFields'
import { isEmail, isPhone, isPostalCode, isZip } from './fieldFormats'
import { countryOf } from './regions'

/**
 * Schemas of the forms in specification §3 with the rules of §5. Messages are translation keys. The server validates again; these rules
 * reject nothing that the server accepts.
 */
const text = (maxLength: number, requiredMessage: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(requiredMessage), v.maxLength(maxLength, 'problem.field-too-long'))

const contactForm = v.object({
  firstName: text(80, 'problem.first-name-required'),
  lastName: text(80, 'problem.last-name-required'),
  email: v.pipe(text(254, 'problem.email-required'), v.check(isEmail, 'problem.email-invalid')),
  phone: v.pipe(text(40, 'problem.phone-required'), v.check(isPhone, 'problem.phone-invalid')),
})

const optionalVehicle = { make: v.string(), model: v.string(), colour: v.string() }

/** Schema of the order details: contact, and the car for curbside. */
export const detailsSchema = (handoff: HandoffType) =>
  v.object({ ...contactForm.entries, ...(handoff === 'curbside' ? vehicleSchema.entries : optionalVehicle) })

/**
 * Schema of the payment form: all five fields are required. The location's country selects the labels of the last two. The state
 * determines the card's country, and so the format of the postal code.
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
    v.forward(v.partialCheck([['state'], ['zip']], postalCodeMatchesState, 'problem.postal-code-invalid'), [
      'zip',
    ]),
  )
}

function isState(state: string): boolean {
  return countryOf(state) !== undefined
}

function postalCodeMatchesState({ state, zip }: { state: string; zip: string }): boolean {
  const country = countryOf(state)
  return (country !== 'CA' && isZip(zip)) || (country !== 'US' && isPostalCode(zip))
}

/** Maximum length of each field, used in error texts. */
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
