import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type * as body from '../../api/generated'
import { readTab, writeTab } from '../../market/tabStorage'
import { noVehicle, type Vehicle } from '../../ui/form/vehicle'

/** Form values. Every field is a string; the API's schema makes them optional so that the server can report a missing one. */
export type Contact = Required<body.Contact>
export type Billing = Required<body.Billing>

/**
 * The guest's form input so far. It is kept in session storage, so it survives navigation and reloads. It never appears in a URL and is
 * deleted when the order is placed.
 */
interface Draft {
  contact: Contact
  /** Curbside orders only. */
  vehicle: Vehicle
  billing: Billing
}

const blank: Draft = {
  contact: { firstName: '', lastName: '', email: '', phone: '' },
  vehicle: noVehicle,
  billing: { cardholder: '', address: '', city: '', state: '', zip: '' },
}

const storageKey = 'checkout'

/** Returns the stored values of the known fields. Unknown keys and values that are not strings are dropped. */
function storedFields<Fields extends object>(blank: Fields, stored?: Partial<Fields>): Fields {
  const entries = Object.entries(stored ?? {}).filter(
    ([name, value]) => Object.hasOwn(blank, name) && typeof value === 'string',
  )
  return { ...blank, ...Object.fromEntries(entries) }
}

function storedDraft(): Draft {
  const draft = readTab<Partial<Draft>>(storageKey)
  return {
    contact: storedFields(blank.contact, draft?.contact),
    vehicle: storedFields(blank.vehicle, draft?.vehicle),
    billing: storedFields(blank.billing, draft?.billing),
  }
}

export const storeDraft = (draft: Draft) => writeTab(storageKey, draft === blank ? undefined : draft)

const checkout = createSlice({
  name: 'checkout',
  initialState: storedDraft,
  reducers: {
    /** Stores the values of the details form. Forms that ask for no car carry the stored one unchanged. */
    detailsTyped: (
      draft,
      { payload: { make, model, colour, ...contact } }: PayloadAction<Contact & Vehicle>,
    ) => {
      draft.contact = contact
      draft.vehicle = { make, model, colour }
    },
    billingTyped: (draft, { payload }: PayloadAction<Billing>) => {
      draft.billing = payload
    },
    draftCleared: () => blank,
  },
})

export const { detailsTyped, billingTyped, draftCleared } = checkout.actions
export const checkoutReducer = checkout.reducer
type WithCheckout = { checkout: Draft }
export const selectContact = (state: WithCheckout) => state.checkout.contact
export const selectVehicle = (state: WithCheckout) => state.checkout.vehicle
export const selectBilling = (state: WithCheckout) => state.checkout.billing
