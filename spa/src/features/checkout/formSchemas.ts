import * as v from 'valibot'
import type { HandoffType } from '../../market/handoff'
import { countryOf } from '../../market/regions'
import { contactRules, requiredText } from '../../ui/form/contactRules'
import { isPostalCode, isZip } from '../../ui/form/fieldFormats'
import { vehicleSchema } from '../../ui/form/VehicleFields'
import type { Contact } from './draft'

const optionalVehicle = { make: v.string(), model: v.string(), colour: v.string() }

/**
 * Schema of the order details: contact, and the car for curbside. These are the forms of specification §3 with the rules of §5; messages
 * are translation keys. The server validates again; these rules reject nothing that the server accepts.
 */
export const detailsSchema = (handoff: HandoffType) =>
  v.object({ ...contactRules, ...(handoff === 'curbside' ? vehicleSchema.entries : optionalVehicle) })

/**
 * Schema of the payment form: all five fields are required. The location's country selects the labels of the last two. The state
 * determines the card's country, and so the format of the postal code.
 */
export const billingSchema = (country: string) => {
  const place = country === 'CA' ? 'ca' : 'us'
  return v.pipe(
    v.object({
      cardholder: requiredText(120, 'payment.cardholder-required'),
      address: requiredText(200, 'payment.address-required'),
      city: requiredText(100, 'payment.city-required'),
      state: v.pipe(
        requiredText(80, `payment.state-required-${place}`),
        v.check(isState, 'problem.state-invalid'),
      ),
      zip: requiredText(16, `payment.zip-required-${place}`),
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

/** Translation key of each contact field's label. */
export const contactLabels = {
  firstName: 'checkout.first-name',
  lastName: 'checkout.last-name',
  email: 'checkout.email',
  phone: 'checkout.phone',
} as const satisfies Record<keyof Contact, string>
