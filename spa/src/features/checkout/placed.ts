import type { Contact } from './draft'

/**
 * The order that a guest placed in this document, with its contact, to offer an account on the order's page. It is kept in memory only: the
 * form's input is deleted from storage when the order is placed.
 */
let placed: { orderToken: string; contact: Contact } | undefined

export function rememberPlaced(orderToken: string, contact: Contact) {
  placed = { orderToken, contact }
}

export function forgetPlaced() {
  placed = undefined
}

/** Returns the contact of an order, if a guest placed it in this document. Another tab may have placed it with a contact of its own. */
export function contactOf(orderToken: string): Contact | undefined {
  return placed?.orderToken === orderToken && placed.contact.email ? placed.contact : undefined
}
