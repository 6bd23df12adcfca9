import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Billing, Contact } from '../../api/generated'

/**
 * What the guest has typed so far. It goes from page to page and survives a reload; it lives in the tab's session storage,
 * never in an address, and goes when the order is placed.
 */
export interface Draft {
  contact: Contact
  billing: Billing
}

const blank: Draft = {
  contact: { firstName: '', lastName: '', email: '', phone: '' },
  billing: { cardholder: '', address: '', city: '', state: '', zip: '' },
}

const stored = 'checkout'

function storedDraft(): Draft {
  try {
    const found = JSON.parse(sessionStorage.getItem(stored) ?? '{}') as Partial<Draft>
    return {
      contact: { ...blank.contact, ...found.contact },
      billing: { ...blank.billing, ...found.billing },
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
    contactTyped: (draft, { payload }: PayloadAction<Contact>) => {
      draft.contact = payload
    },
    billingTyped: (draft, { payload }: PayloadAction<Billing>) => {
      draft.billing = payload
    },
    draftForgotten: () => blank,
  },
})

export const { contactTyped, billingTyped, draftForgotten } = checkout.actions
export const checkoutReducer = checkout.reducer
export type WithCheckout = { checkout: Draft }
export const selectContact = (state: WithCheckout) => state.checkout.contact
export const selectBilling = (state: WithCheckout) => state.checkout.billing
