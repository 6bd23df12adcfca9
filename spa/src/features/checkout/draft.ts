import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type * as body from '../../api/generated'
import { noVehicle, type Vehicle } from '../../ui/form/vehicle'

/** The values of the forms. Every field is a string; in the API's schema they are optional, so that the server can word a missing one. */
export type Contact = Required<body.Contact>
export type Billing = Required<body.Billing>

/**
 * What the guest has typed so far. It goes from page to page and survives a reload; it lives in the tab's session storage,
 * never in an address, and goes when the order is placed.
 */
interface Draft {
  contact: Contact
  /** Of a curbside order. */
  vehicle: Vehicle
  billing: Billing
}

const blank: Draft = {
  contact: { firstName: '', lastName: '', email: '', phone: '' },
  vehicle: noVehicle,
  billing: { cardholder: '', address: '', city: '', state: '', zip: '' },
}

const stored = 'checkout'

/** What was typed into these fields; what is stored besides, or is no text, nobody typed here. */
function typed<Fields extends object>(blank: Fields, found: Partial<Fields> = {}): Fields {
  const known = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(blank, name) && typeof value === 'string',
  )
  return { ...blank, ...Object.fromEntries(known) }
}

function storedDraft(): Draft {
  try {
    const found = JSON.parse(sessionStorage.getItem(stored) ?? '{}') as Partial<Draft>
    return {
      contact: typed(blank.contact, found.contact),
      vehicle: typed(blank.vehicle, found.vehicle),
      billing: typed(blank.billing, found.billing),
    }
  } catch {
    return blank
  }
}

export function storeDraft(draft: Draft) {
  try {
    if (draft === blank) sessionStorage.removeItem(stored)
    else sessionStorage.setItem(stored, JSON.stringify(draft))
  } catch {
    // Storage may be refused; a reload then begins with empty fields.
  }
}

const checkout = createSlice({
  name: 'checkout',
  initialState: storedDraft,
  reducers: {
    /** Who it is for, and the car where one was asked. */
    detailsTyped: (draft, { payload }: PayloadAction<Contact & Partial<Vehicle>>) => {
      const {
        make = draft.vehicle.make,
        model = draft.vehicle.model,
        colour = draft.vehicle.colour,
        ...contact
      } = payload
      draft.contact = contact
      draft.vehicle = { make, model, colour }
    },
    billingTyped: (draft, { payload }: PayloadAction<Billing>) => {
      draft.billing = payload
    },
    draftForgotten: () => blank,
  },
})

export const { detailsTyped, billingTyped, draftForgotten } = checkout.actions
export const checkoutReducer = checkout.reducer
type WithCheckout = { checkout: Draft }
export const selectContact = (state: WithCheckout) => state.checkout.contact
export const selectVehicle = (state: WithCheckout) => state.checkout.vehicle
export const selectBilling = (state: WithCheckout) => state.checkout.billing
